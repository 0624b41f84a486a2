import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { compareManifests, type SourceChange } from '../../lib/source/compare-manifests.ts';
import type { Manifest } from '../../lib/source/manifest.ts';
import { resolveSources, type ManifestSource } from '../../lib/source/resolve-sources.ts';
import { sourceRequest } from '../../lib/source/source-request.ts';
import { readOptions } from '../options/arguments.ts';
import { callApi, firstContact } from '../api/call-api.ts';
import { connectionOptions, type Command } from '../command.ts';
import { exitCodes, usageEnding, type CommandEnding } from '../exit-code.ts';
import { findInstance } from '../api/find-instance.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { readManifest } from '../read-manifest.ts';
import { noSuchAddress, notGleaner, refusalEnding } from '../api/refusal.ts';
import { suggestName } from '../options/suggest.ts';
import { textTable, type Column } from '../output/text-table.ts';
import { lineWidth } from '../output/screen.ts';
import { say, writeOut } from '../output/write-output.ts';
import { inertJson } from '../inert-text.ts';

const optionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  group: z.string().optional(),
  json: z.boolean().default(false),
});
type Options = z.infer<typeof optionsSchema>;

type Loaded = { readonly manifest: Manifest } | { readonly ending: CommandEnding };

const load = async (path: string): Promise<Loaded> => {
  const read = await readManifest(path);
  return read.ok ? read : { ending: { exitCode: exitCodes.usage, message: read.lines.join('\n') } };
};

const validate = async (paths: readonly string[]): Promise<CommandEnding> => {
  const wrong: string[] = [];
  for (const path of paths) {
    const read = await readManifest(path);
    if (read.ok) say(`${path}: ${read.manifest.sources.length} sources, version ${read.manifest.version}`);
    else wrong.push(...read.lines);
  }
  if (wrong.length === 0) return { exitCode: exitCodes.completed };
  return { exitCode: exitCodes.usage, message: wrong.join('\n') };
};

const columns: readonly Column<ManifestSource>[] = [
  { heading: 'source', show: ({ id }) => id },
  { heading: 'status', show: ({ status }) => status },
  { heading: 'method', show: ({ method }) => method },
  { heading: 'frequency', show: ({ frequency }) => frequency ?? '' },
  { heading: 'priority', show: ({ priority }) => priority },
  { heading: 'where', show: ({ url, urls = [] }) => url ?? `${urls.length} URLs` },
];

const isOfGroup = ({ group }: ManifestSource, wanted: string | undefined): boolean =>
  wanted === undefined || group === wanted;

const list = async (path: string, options: Options): Promise<CommandEnding> => {
  const loaded = await load(path);
  if ('ending' in loaded) return loaded.ending;
  const sources = resolveSources(loaded.manifest).filter((source) => isOfGroup(source, options.group));
  if (options.json) {
    for (const source of sources) await writeOut(`${inertJson(source)}\n`);
    return { exitCode: exitCodes.completed };
  }
  await writeOut(`${textTable(columns, sources, lineWidth())}\n`);
  return { exitCode: exitCodes.completed };
};

const shown = (value: unknown): string => (value === undefined ? 'nothing' : inertJson(value));

const changeLines = (change: SourceChange): string => {
  if (change.action === 'update') {
    const fields = change.fields.map(
      ({ field, before, after }) => `    ${field}: ${shown(before)} -> ${shown(after)}\n`,
    );
    return `~ ${change.id}\n${fields.join('')}`;
  }
  return `${change.action === 'create' ? '+' : '-'} ${change.id}\n`;
};

const diff = async (before: string, after: string, { json }: Options): Promise<CommandEnding> => {
  const [old, now] = [await load(before), await load(after)];
  if ('ending' in old) return old.ending;
  if ('ending' in now) return now.ending;
  const changes = compareManifests(old.manifest, now.manifest);
  for (const change of changes) await writeOut(json ? `${inertJson(change)}\n` : changeLines(change));
  if (changes.length > 0 && old.manifest.version === now.manifest.version)
    say(`Both say version ${now.manifest.version}: raise it, envelopes carry it.`);
  if (changes.length === 0) say('No source changes.');
  return { exitCode: exitCodes.completed };
};

/**
 * The sources to run: those that are named, whatever their status but retired; else all that are active. By priority.
 */
const chosen = (
  sources: readonly ManifestSource[],
  ids: readonly string[],
  group: string | undefined,
): { readonly sources: readonly ManifestSource[] } | { readonly message: string } => {
  const byId = new Map(sources.map((source) => [source.id, source]));
  const wrong = ids.find((id) => byId.get(id) === undefined || byId.get(id)?.status === 'retired');
  if (wrong !== undefined) {
    const meant = byId.has(wrong) ? undefined : suggestName(wrong, [...byId.keys()]);
    const why = byId.has(wrong) ? 'is retired' : 'is not in the manifest';
    return { message: `${wrong} ${why}${meant === undefined ? '' : `; did you mean ${meant}?`}` };
  }
  const rank = { high: 0, medium: 1, low: 2 };
  const named = new Set(ids);
  const wanted = sources.filter(
    (source) =>
      isOfGroup(source, group) && (ids.length === 0 ? source.status === 'active' : named.has(source.id)),
  );
  if (wanted.length === 0) return { message: 'No source of the manifest is active: name those to be run' };
  return { sources: wanted.toSorted((a, b) => rank[a.priority] - rank[b.priority]) };
};

const startedSchema = z.looseObject({ id: z.string(), warning: z.string().optional().catch(undefined) });

const run = async (path: string, ids: readonly string[], options: Options): Promise<CommandEnding> => {
  const loaded = await load(path);
  if ('ending' in loaded) return loaded.ending;
  const choice = chosen(resolveSources(loaded.manifest), ids, options.group);
  if ('message' in choice) return usageEnding(choice.message);
  const instance = findInstance(options);
  if ('malformed' in instance) return noSuchAddress(instance);
  const signal = listenForInterrupt();
  const refusals: string[] = [];
  for (const source of choice.sources) {
    const { kind, body } = sourceRequest(source, loaded.manifest);
    const place = kind === 'crawl' ? '/v2/crawl' : '/v2/batch/scrape';
    const request = { method: 'POST', path: place, body, idempotencyKey: randomUUID() } as const;
    const answer = await callApi(instance, request, firstContact, signal);
    if (answer.kind !== 'ok') {
      const ending = refusalEnding(answer, instance);
      // One source that cannot run keeps no other from it; an API that cannot be reached does.
      if (answer.kind !== 'refused' || ending.exitCode !== exitCodes.refused) return ending;
      refusals.push(`${source.id}: ${ending.message ?? 'refused'}`);
      continue;
    }
    const started = startedSchema.safeParse(answer.body);
    if (!started.success) {
      return { exitCode: exitCodes.unreachable, message: notGleaner(instance, "a job's id") };
    }
    const { id: job, warning } = started.data;
    if (warning !== undefined) say(`${source.id}: ${warning}`);
    await writeOut(
      options.json ? `${inertJson({ source: source.id, kind, job })}\n` : `${source.id}  ${job}\n`,
    );
  }
  say(
    `${choice.sources.length - refusals.length} of ${choice.sources.length} sources run. See: npx gleaner status <job>`,
  );
  if (refusals.length === 0) return { exitCode: exitCodes.completed };
  return { exitCode: exitCodes.refused, message: refusals.join('\n') };
};

const act = async (operands: readonly string[], options: Options): Promise<CommandEnding> => {
  const [action, first, second] = operands;
  const files = operands.slice(1);
  if (action === 'validate' && first !== undefined) return await validate(files);
  if (action === 'list' && first !== undefined && files.length === 1) return await list(first, options);
  if (action === 'diff' && first !== undefined && second !== undefined && files.length === 2)
    return await diff(first, second, options);
  if (action === 'run' && first !== undefined) return await run(first, files.slice(1), options);
  return usageEnding(
    `expected validate <file>, list <file>, diff <before> <after> or run <file> [<id>…], found ` +
      `"${operands.join(' ')}"\nSee: gleaner sources --help`,
  );
};

/** `gleaner sources validate|list|diff|run` */
export const sourcesCommand: Command = {
  name: 'sources',
  summary: 'check, compare and run the sources of a manifest',
  operand: 'validate <file> | list <file> | diff <before> <after> | run <file> [<id>…]',
  takesMany: true,
  operandCompletes: 'file',
  description:
    `Reads a manifest: a file of JSON, YAML or TypeScript that lists what is fetched, how, and what is known of it
(docs/manifest.md). \`validate\` tells every mistake with its line and column; \`diff\` what changes for which source;
\`run\` starts a job for each active source, or for those that are named, and prints their ids. What the ` +
    `manifest says of a
source stands in each of its envelopes.`,
  options: {
    group: { type: 'string', value: 'GROUP', help: 'list, run: only the sources of this group' },
    json: { type: 'boolean', help: 'list, diff, run: print one JSON object a line' },
    ...connectionOptions,
  },
  examples: [
    ['Is it right?', 'npx gleaner sources validate fthb.sources.yaml'],
    ['What a change does, for its review', 'npx gleaner sources diff before.json after.json'],
    ['Fetch everything that is active', 'npx gleaner sources run fthb.sources.yaml'],
    ['Try one that is only proposed', 'npx gleaner sources run fthb.sources.yaml federal-register'],
  ],
  run: async (_operand, values, operands) => {
    const options = readOptions(optionsSchema, values);
    return options.ok ? await act(operands, options.value) : usageEnding(options.message);
  },
};
