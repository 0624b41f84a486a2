import { withOptions } from '../options/arguments.ts';
import { connectionOptions, type Command } from '../command.ts';
import { usageEnding, type CommandEnding } from '../exit-code.ts';
import { suggestName } from '../../lib/suggest-name.ts';
import { confirmTaken } from '../sources/confirm.ts';
import { diffSource } from '../sources/diff-source.ts';
import { draftSources } from '../sources/draft.ts';
import { isFileName } from '../sources/open-manifest.ts';
import { applyFile, planFile, rollBack } from '../sources/plan.ts';
import { diffFiles, listFile, validateFiles } from '../sources/read-files.ts';
import { runFile } from '../sources/run-file.ts';
import { exportManifest, listApplied, showLog, showManifestVersions, showSources } from '../sources/show.ts';
import { misplacedOption, sourcesOptionsSchema, type SourcesOptions } from '../sources/sources-options.ts';
import { steerSources } from '../sources/steer.ts';

/** An action on sources: its operands, and how many of them. */
interface Verb {
  readonly operands: string;
  readonly least: number;
  readonly most: number;
  readonly act: (operands: readonly string[], options: SourcesOptions) => Promise<CommandEnding>;
}

const many = Number.POSITIVE_INFINITY;

const verbs: Readonly<Record<string, Verb>> = {
  validate: { operands: '<file>…', least: 1, most: many, act: validateFiles },
  plan: { operands: '<file>', least: 1, most: 1, act: ([file = ''], options) => planFile(file, options) },
  apply: {
    operands: '<file or plan>',
    least: 1,
    most: 1,
    act: ([file = ''], options) => applyFile(file, options),
  },
  list: {
    operands: '[<file>]',
    least: 0,
    most: 1,
    act: ([file], options) => (file === undefined ? listApplied(options) : listFile(file, options)),
  },
  show: { operands: '<id>…', least: 1, most: many, act: showSources },
  run: {
    operands: '<id>… or <file> [<id>…]',
    least: 0,
    most: many,
    act: ([first, ...rest], options) =>
      first !== undefined && isFileName(first)
        ? runFile(first, rest, options)
        : steerSources('run', first === undefined ? [] : [first, ...rest], options),
  },
  pause: {
    operands: '<id>…',
    least: 0,
    most: many,
    act: (ids, options) => steerSources('pause', ids, options),
  },
  resume: {
    operands: '<id>…',
    least: 0,
    most: many,
    act: (ids, options) => steerSources('resume', ids, options),
  },
  accept: {
    operands: '<id>…',
    least: 1,
    most: many,
    act: (ids, options) => steerSources('accept', ids, options),
  },
  confirm: {
    operands: '<id> <key>…',
    least: 1,
    most: many,
    act: ([id = '', ...keys], options) => confirmTaken(id, keys, options),
  },
  log: { operands: '<id>', least: 1, most: 1, act: ([id = ''], options) => showLog(id, options) },
  diff: {
    operands: '<id> or <before> <after>',
    least: 1,
    most: 2,
    act: ([first = '', second], options) =>
      second === undefined ? diffSource(first, options) : diffFiles(first, second, options),
  },
  export: {
    operands: '[<name>]',
    least: 0,
    most: 1,
    act: ([name], options) => exportManifest(name, options),
  },
  versions: {
    operands: '<name>',
    least: 1,
    most: 1,
    act: ([name = ''], options) => showManifestVersions(name, options),
  },
  rollback: {
    operands: '<name> <version>',
    least: 2,
    most: 2,
    act: ([name = '', version = ''], options) => rollBack(name, version, options),
  },
  draft: {
    operands: '<notes>',
    least: 1,
    most: 1,
    act: ([notes = ''], options) => draftSources(notes, options),
  },
};

const forms = Object.entries(verbs).map(([name, { operands }]) => `${name} ${operands}`);

const act = async (operands: readonly string[], options: SourcesOptions): Promise<CommandEnding> => {
  const [name = '', ...rest] = operands;
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (verb === undefined) {
    const meant = suggestName(name, Object.keys(verbs));
    const advice =
      meant === undefined ? `: expected ${Object.keys(verbs).join(', ')}` : `: did you mean ${meant}?`;
    return usageEnding(`sources has no "${name}"${advice}\nSee: gleaner sources --help`);
  }
  if (rest.length < verb.least || rest.length > verb.most) {
    const found = rest.length === 0 ? 'nothing' : `"${rest.join(' ')}"`;
    return usageEnding(
      `expected sources ${name} ${verb.operands}, found ${found}\nSee: gleaner sources --help`,
    );
  }
  const misplaced = misplacedOption(name, options);
  if (misplaced !== null) return usageEnding(`${misplaced}\nSee: gleaner sources --help`);
  return await verb.act(rest, options);
};

/** `gleaner sources …` */
export const sourcesCommand: Command = {
  name: 'sources',
  summary: 'check, plan, apply and run the sources of a manifest; see how they are',
  operand: '<what> …',
  takesMany: true,
  operandCompletes: Object.keys(verbs),
  description:
    `A manifest is a file of JSON, YAML or TypeScript that lists what is fetched, how and how often (docs/manifest.md).
Mistakes are reported with file, line and column; - is JSON or YAML on stdin. The forms are:
` +
    `${forms.map((form) => `  ${form}`).join('\n')}

validate, list and diff work on files alone. plan and apply use the API; apply makes all changes or none. run with
ids runs sources that are applied; run with a file starts jobs without applying it, with the same options. draft lets
the model of the deployment write a manifest from your notes, in which every source is only proposed; with --prompt it
prints a prompt for a model of your own instead. confirm says that an ingestion of your own has taken envelopes: the
retention of each counts from then.`,
  options: {
    prune: { type: 'boolean', help: 'plan, apply: remove sources that the file no longer lists' },
    file: {
      type: 'string',
      multiple: true,
      value: 'FILE',
      help: 'confirm: a file of keys of envelopes, one a line (repeatable)',
      completes: 'file',
    },
    prompt: { type: 'boolean', help: 'draft: print the prompt, and use no model' },
    format: {
      type: 'string',
      value: 'F',
      help: 'plan, apply, rollback: text, json, or markdown for a comment on a change',
      completes: ['text', 'json', 'markdown'],
    },
    out: {
      type: 'string',
      value: 'FILE',
      help: 'plan: write the plan to this file, for apply',
      completes: 'file',
    },
    'exit-code': { type: 'boolean', help: 'plan: exit with 8 if something would change' },
    group: {
      type: 'string',
      value: 'GROUP',
      help: 'list, run, pause, resume: only the sources of this group',
    },
    manifest: {
      type: 'string',
      value: 'NAME',
      help: 'list, run, pause, resume: only the sources of this manifest',
    },
    priority: { type: 'string', value: 'P', help: 'run, pause, resume: high, medium or low' },
    condition: { type: 'string', value: 'C', help: 'list: active, paused, failing, proposed or retired' },
    wait: { type: 'boolean', help: 'run: wait for the end, and print what changed' },
    timeout: {
      type: 'string',
      value: 'S',
      help: 'run --wait: seconds to wait at most; the run continues after that',
    },
    why: { type: 'string', value: 'TEXT', help: 'pause: the reason, which is shown with the source' },
    limit: { type: 'string', value: 'N', help: 'log: at most N runs (20)' },
    from: {
      type: 'string',
      value: 'WHEN',
      help: 'diff <id>: a date (its end, UTC), a moment or the job of a run',
    },
    to: { type: 'string', value: 'WHEN', help: 'diff <id>: the same (default: now)' },
    json: { type: 'boolean', help: 'print one JSON object a line' },
    ...connectionOptions,
  },
  examples: [
    ['Is it right?', 'npx gleaner sources validate fthb.sources.yaml'],
    ['What would it do?', 'npx gleaner sources plan fthb.sources.yaml'],
    ['Do it', 'npx gleaner sources apply fthb.sources.yaml'],
    ['Run one now, and print what changed', 'npx gleaner sources run cfpb-reg-x --wait'],
    ['What became of its pages since last year?', 'npx gleaner sources diff cfpb-reg-x --from 2026-01-01'],
    ['Say what your ingestion has taken', 'npx gleaner sources confirm cfpb-reg-x --file taken.txt'],
    ['Go back', 'npx gleaner sources rollback fthb 1.3.0'],
  ],
  run: withOptions(sourcesOptionsSchema, (_operand, options, operands) => act(operands, options)),
};
