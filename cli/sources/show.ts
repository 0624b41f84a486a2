import * as z from 'zod';
import { hiddenNames } from '../../lib/source/kept-headers.ts';
import { parseManifest } from '../../lib/source/manifest.ts';
import { resolveSources } from '../../lib/source/resolve-sources.ts';
import { exitCodes, usageEnding, type CommandEnding } from '../exit-code.ts';
import { inertJson } from '../inert-text.ts';
import { lineWidth } from '../output/screen.ts';
import { textTable, type Column } from '../output/text-table.ts';
import { say, writeOut } from '../output/write-output.ts';
import { askApi, connect } from './ask.ts';
import { neverRuns, runsWhenNamed, tellActions } from './plan-lines.ts';
import { runColumns, runSchema, showLastRun, type Run } from './run-lines.ts';
import { showCounts, showMoment } from './show-moment.ts';
import type { SourcesOptions } from './sources-options.ts';
import { endingOfFilter, whyNoMatch } from './why-no-match.ts';

const sourceSchema = z.looseObject({
  id: z.string(),
  manifest: z.string(),
  manifestVersion: z.string(),
  group: z.string().nullable(),
  url: z.string().nullable(),
  method: z.string(),
  priority: z.string(),
  cadence: z.string().nullable(),
  timezone: z.string(),
  condition: z.string(),
  paused: z.looseObject({ at: z.string(), by: z.string(), why: z.string().nullable() }).nullable(),
  nextDueAt: z.string().nullable(),
  openRun: z.string().nullable(),
  lastRunAt: z.string().nullable(),
  lastRunOutcome: z.string().nullable().default(null),
  lastRunCode: z.string().nullable().default(null),
  lastChangeAt: z.string().nullable(),
  failedInRow: z.number(),
  why: z.string().nullable(),
  gap: z.string().nullable(),
  watched: z.looseObject({ checks: z.number(), changed: z.number() }).nullable(),
  pages: z.record(z.string(), z.number()).nullable(),
  held: z.number(),
});
type Source = z.infer<typeof sourceSchema>;

const pagesOf = ({ pages }: Source): string => (pages === null ? '' : showCounts(pages, 'none'));

const columns: readonly Column<Source>[] = [
  { heading: 'SOURCE', show: ({ id }) => id },
  { heading: 'CONDITION', show: ({ condition, openRun }) => (openRun === null ? condition : 'running') },
  { heading: 'METHOD', show: ({ method }) => method },
  { heading: 'CADENCE', show: ({ cadence }) => cadence ?? '' },
  { heading: 'NEXT', show: ({ nextDueAt }) => showMoment(nextDueAt) },
  { heading: 'LAST RUN', show: showLastRun },
  { heading: 'CHANGED', show: ({ lastChangeAt }) => showMoment(lastChangeAt) },
  { heading: 'PAGES', show: pagesOf },
];

/** Runs `sources list`: lists the applied sources and their state. */
export const listApplied = async (options: SourcesOptions): Promise<CommandEnding> => {
  const connected = connect(options);
  if (!connected.ok) return connected.ending;
  const { group, manifest, condition, json } = options;
  const query = new URLSearchParams(
    Object.entries({ group, manifest, condition }).filter((pair): pair is [string, string] => {
      return pair[1] !== undefined;
    }),
  );
  const schema = z.looseObject({ sources: z.array(sourceSchema) });
  const path = `/v2/sources?${query.toString()}`;
  const got = await askApi(connected.value, { method: 'GET', path }, schema);
  if (!got.ok) return await endingOfFilter(connected.value, options, got);
  const { sources } = got.value;
  if (sources.length === 0) {
    const why = await whyNoMatch(connected.value, options);
    if (!why.ok) return why.ending;
    // A name that is spelt wrong does not pass for success.
    if (why.value !== null) return usageEnding(why.value);
    say('No source matches. To add sources, apply a manifest: npx gleaner sources apply <file>');
  } else if (json) for (const source of sources) await writeOut(`${inertJson(source)}\n`);
  else await writeOut(`${textTable(columns, sources, lineWidth())}\n`);
  return { exitCode: exitCodes.completed };
};

const nextOf = ({ nextDueAt, condition }: Source): string => {
  if (condition === 'retired') return neverRuns;
  return showMoment(nextDueAt) || runsWhenNamed;
};

/** Says of a last run that did not simply complete how it went, and why. */
const howItWent = ({ lastRunOutcome: outcome, lastRunCode: code }: Source): string =>
  outcome === null || (outcome === 'completed' && code === null)
    ? ''
    : `, ${outcome}${code === null ? '' : ` (${code})`}`;

const lines = (source: Source): string => {
  const { paused, held, failedInRow, openRun, why, watched, gap } = source;
  const since = paused === null ? '' : ` since ${showMoment(paused.at)}`;
  const every = gap === null ? '' : `, now ${gap} apart`;
  const rows: readonly (readonly [string, string])[] = [
    ['manifest', `${source.manifest} ${source.manifestVersion}`],
    ['where', `${source.method} ${source.url ?? ''}`],
    ['condition', `${source.condition}${since}${why === null ? '' : `: ${why}`}`],
    ['cadence', source.cadence === null ? 'none' : `${source.cadence}${every} (${source.timezone})`],
    ...(watched === null
      ? []
      : [['changes', `found in ${watched.changed} of ${watched.checks} runs`] as const]),
    ['next', nextOf(source)],
    ['last run', `${showMoment(source.lastRunAt) || 'none'}${howItWent(source)}`],
    ['changed', showMoment(source.lastChangeAt) || 'never'],
    ['pages', pagesOf(source) || 'not known yet'],
    ...(openRun === null ? [] : [['open run', openRun] as const]),
    ...(failedInRow === 0 ? [] : [['failed runs', `${failedInRow} in a row`] as const]),
    ...(held === 0
      ? []
      : [
          [
            'held back',
            `${held} pages disappeared at once. To accept that: npx gleaner sources accept ${source.id}`,
          ] as const,
        ]),
  ];
  return `${source.id}\n${rows.map(([name, text]) => `  ${name.padEnd(12)}${text}\n`).join('')}`;
};

/** `sources show ID…` */
export const showSources = async (
  ids: readonly string[],
  options: SourcesOptions,
): Promise<CommandEnding> => {
  const connected = connect(options);
  if (!connected.ok) return connected.ending;
  for (const id of ids) {
    const schema = z.looseObject({ source: sourceSchema });
    const path = `/v2/sources/${encodeURIComponent(id)}`;
    const got = await askApi(connected.value, { method: 'GET', path }, schema);
    if (!got.ok) return got.ending;
    await writeOut(options.json ? `${inertJson(got.value.source)}\n` : lines(got.value.source));
  }
  return { exitCode: exitCodes.completed };
};

const runsSchema = z.looseObject({ runs: z.array(runSchema), cursor: z.string().nullable() });

/** Runs `sources log ID`: lists its runs, the last one first, including skipped ones with the reason. */
export const showLog = async (id: string, options: SourcesOptions): Promise<CommandEnding> => {
  const connected = connect(options);
  if (!connected.ok) return connected.ending;
  const runs: Run[] = [];
  let cursor: string | null = null;
  do {
    const count = Math.min(100, options.limit - runs.length);
    const query = new URLSearchParams({ limit: String(count), ...(cursor === null ? {} : { cursor }) });
    const path = `/v2/sources/${encodeURIComponent(id)}/runs?${query.toString()}`;
    const got = await askApi(connected.value, { method: 'GET', path }, runsSchema);
    if (!got.ok) return got.ending;
    runs.push(...got.value.runs);
    ({ cursor } = got.value);
  } while (cursor !== null && runs.length < options.limit);
  if (options.json) for (const run of runs) await writeOut(`${inertJson(run)}\n`);
  else if (runs.length > 0) await writeOut(`${textTable(runColumns, runs, lineWidth())}\n`);
  if (runs.length === 0) say(`${id} has not run yet.`);
  else if (cursor !== null) say('There are more runs. To list more, add --limit');
  return { exitCode: exitCodes.completed };
};

const manifestsSchema = z.looseObject({
  manifests: z.array(z.looseObject({ name: z.string(), version: z.string() })),
});

/** Returns the sources of a manifest with stored header values, and the names of these headers. */
const hiddenHeaders = (
  manifest: unknown,
): readonly { readonly id: string; readonly names: readonly string[] }[] => {
  const parsed = parseManifest(manifest);
  return (parsed.ok ? resolveSources(parsed.manifest) : [])
    .map((source) => ({ id: source.id, names: hiddenNames(source) }))
    .filter(({ names }) => names.length > 0);
};

/**
 * Runs `sources export [NAME]`: prints an applied manifest as JSON that can be applied again. It has the names of
 * headers only; applied to the same deployment, their stored values stay.
 */
export const exportManifest = async (
  name: string | undefined,
  options: SourcesOptions,
): Promise<CommandEnding> => {
  const connected = connect(options);
  if (!connected.ok) return connected.ending;
  let wanted = name;
  if (wanted === undefined) {
    const all = await askApi(connected.value, { method: 'GET', path: '/v2/manifests' }, manifestsSchema);
    if (!all.ok) return all.ending;
    const names = all.value.manifests.map((each) => each.name);
    [wanted] = names;
    if (wanted === undefined || names.length > 1)
      return usageEnding(
        names.length === 0
          ? 'no manifest is applied'
          : `expected the name of a manifest, one of ${names.join(', ')}`,
      );
  }
  const schema = z.looseObject({
    manifest: z.record(z.string(), z.unknown()),
    kept: z.array(z.string()),
  });
  const path = `/v2/manifests/${encodeURIComponent(wanted)}`;
  const got = await askApi(connected.value, { method: 'GET', path }, schema);
  if (!got.ok) return got.ending;
  await writeOut(`${inertJson(got.value.manifest, 2)}\n`);
  for (const { id, names } of hiddenHeaders(got.value.manifest))
    say(
      `${id}: the values of its headers are hidden. To apply this elsewhere, write them in: ${names.join(', ')}`,
    );
  if (got.value.kept.length > 0)
    say(`Sources that are no longer listed, but still run: ${got.value.kept.join(', ')}`);
  return { exitCode: exitCodes.completed };
};

const versionSchema = z.looseObject({
  seq: z.number(),
  version: z.string(),
  at: z.string(),
  by: z.string(),
  rollback: z.boolean(),
  counts: z.record(z.string(), z.number()),
});
const versionColumns: readonly Column<z.infer<typeof versionSchema>>[] = [
  { heading: 'NUMBER', show: ({ seq }) => `#${seq}` },
  { heading: 'VERSION', show: ({ version, rollback }) => `${version}${rollback ? ' (rolled back to)' : ''}` },
  { heading: 'APPLIED', show: ({ at }) => showMoment(at) },
  { heading: 'BY', show: ({ by }) => by },
  { heading: 'SOURCES', show: ({ counts }) => tellActions(counts) },
];

/** Runs `sources versions NAME`: lists the applied versions of a manifest, with author and time. */
export const showManifestVersions = async (name: string, options: SourcesOptions): Promise<CommandEnding> => {
  const connected = connect(options);
  if (!connected.ok) return connected.ending;
  const schema = z.looseObject({ versions: z.array(versionSchema) });
  const path = `/v2/manifests/${encodeURIComponent(name)}/versions`;
  const got = await askApi(connected.value, { method: 'GET', path }, schema);
  if (!got.ok) return got.ending;
  if (options.json) for (const version of got.value.versions) await writeOut(`${inertJson(version)}\n`);
  else await writeOut(`${textTable(versionColumns, got.value.versions, lineWidth())}\n`);
  return { exitCode: exitCodes.completed };
};
