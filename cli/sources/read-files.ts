import { tellCadence } from '../../lib/source/schedule/auto-cadence.ts';
import { compareManifests, type SourceChange } from '../../lib/source/compare-manifests.ts';
import { hideHeaders } from '../../lib/source/kept-headers.ts';
import { remarkIdleOptions } from '../../lib/source/plan-sources.ts';
import { resolveSources, type ManifestSource } from '../../lib/source/resolve-sources.ts';
import { exitCodes, usageEnding, type CommandEnding } from '../exit-code.ts';
import { inertJson } from '../inert-text.ts';
import { lineWidth } from '../output/screen.ts';
import { textTable, type Column } from '../output/text-table.ts';
import { say, writeOut } from '../output/write-output.ts';
import { readManifest } from '../read-manifest.ts';
import { openManifest } from './open-manifest.ts';
import type { SourcesOptions } from './sources-options.ts';
import { whyNotInFile } from './why-not-in-file.ts';

/** Runs `sources validate FILE…`: reports every mistake of every file, and options that do nothing. */
export const validateFiles = async (
  paths: readonly string[],
  { json }: SourcesOptions,
): Promise<CommandEnding> => {
  const wrong: string[] = [];
  for (const path of paths) {
    const read = await readManifest(path);
    const findings = read.ok ? remarkIdleOptions(read.manifest) : [];
    const told = read.ok
      ? {
          file: path,
          valid: true,
          version: read.manifest.version,
          sources: read.manifest.sources.length,
          ...(findings.length === 0 ? {} : { findings }),
        }
      : { file: path, valid: false, problems: read.lines };
    if (json) await writeOut(`${inertJson(told)}\n`);
    if (!read.ok) {
      wrong.push(...read.lines);
      continue;
    }
    const { sources, version } = read.manifest;
    for (const { source, level, code, message } of findings) {
      const place = read.place(['sources', sources.findIndex(({ id }) => id === source), 'id']);
      say(`${place}: ${level}: ${source ?? ''}: ${message} (${code})`);
    }
    say(`${path}: ${sources.length} ${sources.length === 1 ? 'source' : 'sources'}, version ${version}`);
  }
  if (wrong.length === 0) return { exitCode: exitCodes.completed };
  return { exitCode: exitCodes.usage, message: wrong.join('\n') };
};

const columns: readonly Column<ManifestSource>[] = [
  { heading: 'SOURCE', show: ({ id }) => id },
  { heading: 'STATUS', show: ({ status }) => status },
  { heading: 'METHOD', show: ({ method }) => method },
  { heading: 'CADENCE', show: (source) => tellCadence(source) ?? '' },
  { heading: 'PRIORITY', show: ({ priority }) => priority },
  { heading: 'WHERE', show: ({ url, urls = [] }) => url ?? `${urls.length} URLs` },
];

/** Runs `sources list FILE`: lists the sources of a file, with everything that they inherit. */
export const listFile = async (
  path: string,
  { group, manifest: name, condition, json }: SourcesOptions,
): Promise<CommandEnding> => {
  if (condition !== undefined)
    return usageEnding(
      '--condition is for sources list without a file: only what is applied has a condition',
    );
  const opened = await openManifest(path);
  if (!opened.ok) return opened.ending;
  const { manifest } = opened.value;
  const all = resolveSources(manifest);
  const why = whyNotInFile(manifest, all, [], { group, manifest: name });
  if (why !== null) return usageEnding(why);
  const sources = all.filter((source) => group === undefined || source.group === group);
  if (json) for (const source of sources) await writeOut(`${inertJson(hideHeaders(source))}\n`);
  else await writeOut(`${textTable(columns, sources, lineWidth())}\n`);
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

/** Runs `sources diff BEFORE AFTER`: shows the differences between the resulting sources of two files. */
export const diffFiles = async (
  before: string,
  after: string,
  { from, to, json }: SourcesOptions,
): Promise<CommandEnding> => {
  if (from !== undefined || to !== undefined) {
    const option = from === undefined ? '--to' : '--from';
    return usageEnding(`${option} is for sources diff <id>: two files are compared as they are`);
  }
  const [old, now] = [await openManifest(before), await openManifest(after)];
  if (!old.ok) return old.ending;
  if (!now.ok) return now.ending;
  const changes = compareManifests(old.value.manifest, now.value.manifest);
  for (const change of changes) await writeOut(json ? `${inertJson(change)}\n` : changeLines(change));
  const { version } = old.value.manifest;
  if (changes.length > 0 && version === now.value.manifest.version)
    say(
      `Both files have version ${version}. Raise it in the newer one, because each envelope names its version.`,
    );
  if (changes.length === 0) say('No source is different.');
  return { exitCode: exitCodes.completed };
};
