import type { Command } from './command.ts';

/**
 * The commands by name, in the order of the help. Each is loaded when it is wanted: loading all of them takes half a
 * second of a slow machine.
 */
const loadCommands: Readonly<Record<string, () => Promise<Command>>> = {
  crawl: async () => (await import('./commands/crawl.ts')).crawlCommand,
  batch: async () => (await import('./commands/batch.ts')).batchCommand,
  extract: async () => (await import('./commands/extract.ts')).extractCommand,
  scrape: async () => (await import('./commands/scrape.ts')).scrapeCommand,
  map: async () => (await import('./commands/map.ts')).mapCommand,
  search: async () => (await import('./commands/search.ts')).searchCommand,
  content: async () => (await import('./commands/content.ts')).contentCommand,
  overview: async () => (await import('./commands/overview.ts')).overviewCommand,
  jobs: async () => (await import('./commands/jobs.ts')).jobsCommand,
  status: async () => (await import('./commands/status.ts')).statusCommand,
  watch: async () => (await import('./commands/watch.ts')).watchCommand,
  cancel: async () => (await import('./commands/cancel.ts')).cancelCommand,
  pages: async () => (await import('./commands/pages.ts')).pagesCommand,
  why: async () => (await import('./commands/why.ts')).whyCommand,
  errors: async () => (await import('./commands/errors.ts')).errorsCommand,
  redrive: async () => (await import('./commands/redrive.ts')).redriveCommand,
  hosts: async () => (await import('./commands/hosts.ts')).hostsCommand,
  webhooks: async () => (await import('./commands/webhooks.ts')).webhooksCommand,
  sources: async () => (await import('./commands/sources.ts')).sourcesCommand,
  alerts: async () => (await import('./commands/alerts.ts')).alertsCommand,
  audit: async () => (await import('./commands/audit.ts')).auditCommand,
  changes: async () => (await import('./commands/changes.ts')).changesCommand,
  history: async () => (await import('./commands/history.ts')).historyCommand,
  diff: async () => (await import('./commands/diff.ts')).diffCommand,
  keys: async () => (await import('./commands/keys.ts')).keysCommand,
  models: async () => (await import('./commands/models.ts')).modelsCommand,
  mcp: async () => (await import('./commands/mcp.ts')).mcpCommand,
  local: async () => (await import('./commands/local.ts')).localCommand,
  deploy: async () => (await import('./commands/deploy.ts')).deployCommand,
  doctor: async () => (await import('./doctor/command.ts')).doctorCommand,
  export: async () => (await import('./backup/commands.ts')).exportCommand,
  import: async () => (await import('./backup/commands.ts')).importCommand,
  erase: async () => (await import('./erase/command.ts')).eraseCommand,
  completion: async () => (await import('./commands/completion.ts')).completionCommand(loadAllCommands),
};

export const commandNames: readonly string[] = Object.keys(loadCommands);

/** Loads the command of that name; undefined if there is none. */
export const loadCommand = async (name: string): Promise<Command | undefined> =>
  Object.hasOwn(loadCommands, name) ? await loadCommands[name]?.() : undefined;

/** Loads every command, in the order of the help. */
export const loadAllCommands = async (): Promise<readonly Command[]> =>
  await Promise.all(Object.values(loadCommands).map(async (load) => await load()));
