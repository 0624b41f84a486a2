import * as z from 'zod';
import { inertJson } from '../inert-text.ts';
import { formatDollars } from '../output/dollars.ts';
import { showCounts, showMoment } from './show-moment.ts';

const findingSchema = z.looseObject({
  level: z.enum(['error', 'warning', 'info']),
  source: z.string().optional(),
  code: z.string(),
  message: z.string(),
});
export type ToldFinding = z.infer<typeof findingSchema>;

const entrySchema = z.looseObject({
  id: z.string(),
  action: z.string(),
  /** An older deployment does not tell it. */
  status: z.string().nullish(),
  fields: z.array(z.looseObject({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  effects: z
    .looseObject({
      due: z.array(z.string()),
      asks: z.string().nullish(),
      pages: z.number().nullable(),
      requestsPerMonth: z.number().nullable(),
      hoursPerRun: z.number().nullable(),
      dollarsPerMonth: z.number().nullable(),
    })
    .nullable(),
});
type Entry = z.infer<typeof entrySchema>;

/** The API's answer with a plan. */
export const toldPlanSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  base: z.string(),
  counts: z.record(z.string(), z.number()),
  entries: z.array(entrySchema),
  findings: z.array(findingSchema),
});
export type ToldPlan = z.infer<typeof toldPlanSchema>;

/** Returns the findings in a refusal. */
export const readFindings = (details: unknown): readonly ToldFinding[] =>
  z.array(findingSchema).catch([]).parse(details);

/** What is told of a source in place of the time at which it is due. */
export const runsWhenNamed = 'runs only when you run it';
export const neverRuns = 'never runs: its manifest has retired it';

const quiet = new Set(['none', 'keep']);

/** Returns how many sources change. */
export const countChanges = ({ counts }: ToldPlan): number =>
  Object.entries(counts).reduce((sum, [action, count]) => (quiet.has(action) ? sum : sum + count), 0);

const signs: Readonly<Record<string, string>> = { create: '+', remove: '-', none: ' ', keep: ' ' };

const shown = (value: unknown): string =>
  value === undefined || value === null ? 'nothing' : inertJson(value);

const effectsText = ({ effects, status }: Entry): string => {
  if (effects === null) return '';
  if (status === 'retired') return neverRuns;
  const { due, asks, pages, requestsPerMonth, hoursPerRun, dollarsPerMonth } = effects;
  const parts = [
    ...(due[0] === undefined ? [runsWhenNamed] : [`due ${showMoment(due[0])}`]),
    ...(asks === null || asks === undefined ? [] : [asks]),
    ...(pages === null ? ['pages not known yet'] : [`${pages} ${pages === 1 ? 'page' : 'pages'}`]),
    ...(requestsPerMonth === null ? [] : [`${requestsPerMonth} requests a month`]),
    ...(hoursPerRun === null || hoursPerRun < 0.05 ? [] : [`${hoursPerRun.toFixed(1)} h a run`]),
    ...(dollarsPerMonth === null ? [] : [`${formatDollars(dollarsPerMonth)} a month`]),
  ];
  return parts.join(', ');
};

/** What an action did, where its name does not say it. */
const actionWords: Readonly<Record<string, string>> = { none: 'unchanged', keep: 'no longer listed' };

/** Tells what applying did to how many sources: `1 create, 4 unchanged`. */
export const tellActions = (counts: Readonly<Record<string, number>>): string =>
  showCounts(
    Object.fromEntries(Object.entries(counts).map(([name, count]) => [actionWords[name] ?? name, count])),
    'none',
  );

const summary = (plan: ToldPlan): string => {
  const { counts } = plan;
  const changed = countChanges(plan) - (counts['create'] ?? 0) - (counts['remove'] ?? 0);
  const same = (counts['none'] ?? 0) + (counts['keep'] ?? 0);
  return (
    `${counts['create'] ?? 0} to create, ${changed} to change, ${counts['remove'] ?? 0} to remove, ` +
    `${same} unchanged`
  );
};

/** Writes a plan for a terminal: a block for each source that changes, and a summary. */
export const planText = (plan: ToldPlan): string => {
  const blocks = plan.entries
    .filter(({ action }) => action !== 'none')
    .map((entry) => {
      const fields = entry.fields.map(
        ({ field, before, after }) => `    ${field}: ${shown(before)} -> ${shown(after)}\n`,
      );
      const effects = effectsText(entry);
      const why = entry.action === 'keep' ? ' (no longer listed, but still runs; --prune removes it)' : '';
      const action = ['create', 'remove', 'update', 'keep'].includes(entry.action)
        ? ''
        : ` (${entry.action})`;
      return (
        `${signs[entry.action] ?? '~'} ${entry.id}${action}${why}\n${fields.join('')}` +
        (effects === '' || entry.action === 'keep' ? '' : `    ${effects}\n`)
      );
    });
  return `${blocks.join('')}${plan.name} ${plan.version}: ${summary(plan)}\n`;
};

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Writes the same for a comment on a pull request. */
export const planMarkdown = (plan: ToldPlan): string => {
  const rows = plan.entries
    .filter(({ action }) => !quiet.has(action))
    .map((entry) => {
      const fields = entry.fields.map(
        ({ field, before, after }) => `\`${field}\`: ${cell(shown(before))} → ${cell(shown(after))}`,
      );
      return `| ${entry.action} | \`${entry.id}\` | ${fields.join('<br>')} | ${effectsText(entry)} |\n`;
    });
  const table = `| action | source | fields | effects |\n|---|---|---|---|\n${rows.join('')}\n`;
  const found = plan.findings.map(
    ({ level, source, code, message }) =>
      `- **${level}** ${source === undefined ? '' : `\`${source}\`: `}${cell(message)} (${code})\n`,
  );
  return `### ${plan.name} ${plan.version}\n\n${rows.length === 0 ? '' : table}${summary(plan)}\n${
    found.length === 0 ? '' : `\n${found.join('')}`
  }`;
};
