import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import * as z from 'zod';
import { commandArguments } from '../../test/command-line/command-arguments.ts';
import type { ChainName } from './chains.ts';
import { scorePage } from './score.ts';

/**
 * CPU of the content stage by step, a page and a megabyte, against the chain that most projects write, over the
 * same pages in the same run, a round of each in turn. See ../README.md for its traps.
 *
 *   npm run bench:content -- cpu <folder of .html or .html.gz>... [--rounds 5] [--pages 150]
 *
 * Where `ground-truth.json` stands in the folder above, the quality of the text is printed as well.
 */

const roundSchema = z.object({
  cpu: z.record(z.string(), z.number()),
  results: z.array(z.object({ file: z.string(), text: z.string().optional(), error: z.string().optional() })),
  maxRssKb: z.number(),
  megabytes: z.number(),
});
type Round = z.infer<typeof roundSchema>;

const chainNames: readonly ChainName[] = ['naive', 'gleaner', 'parsing', 'tokenising'];

const truthSchema = z.record(z.string(), z.looseObject({ articleBody: z.string() }));

const pagesIn = (folder: string, max: number): string[] => {
  const names = readdirSync(folder).filter((name) => /\.html?(?:\.gz)?$/.test(name));
  const step = Math.max(1, Math.floor(names.length / max));
  return names
    .sort()
    .filter((_, at) => at % step === 0)
    .slice(0, max)
    .map((name) => join(folder, name));
};

const runRound = async (worker: ChildProcess): Promise<Round> => {
  const answer = once(worker, 'message');
  worker.send('round');
  const [message] = (await answer) as [unknown];
  return roundSchema.parse(message);
};

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const total = ({ cpu }: Round): number => Object.values(cpu).reduce((sum, value) => sum + value, 0);

const row = (cells: readonly string[]): string =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(12) : cell.padStart(12))).join('');

const qualityOf = (folder: string, { results }: Round): string => {
  const file = join(folder, '..', 'ground-truth.json');
  if (!existsSync(file)) return '';
  const truth = truthSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const pairs = results.flatMap((result) => {
    const body = truth[basename(result.file).split('.')[0] ?? '']?.articleBody;
    return body === undefined ? [] : [{ truth: body, found: result.text ?? '' }];
  });
  const { precision, recall, f1 } = scorePage(pairs);
  return `F1 ${f1.toFixed(4)} (precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, ${pairs.length} pages)`;
};

const compare = async (folder: string, rounds: number, pagesMax: number): Promise<void> => {
  const files = pagesIn(folder, pagesMax);
  const workers = new Map<ChainName, ChildProcess>();
  const measured = new Map<ChainName, Round[]>();
  for (const name of chainNames) {
    const worker = fork(join(import.meta.dirname, 'chain-worker.ts'), [name, ...files]);
    workers.set(name, worker);
    measured.set(name, []);
  }
  try {
    // The first round is for the compiler.
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, worker] of workers) {
        const one = await runRound(worker);
        if (round > 0) measured.get(name)?.push(one);
      }
    }
  } finally {
    for (const worker of workers.values()) worker.disconnect();
  }
  const megabytes = files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6;
  console.log(
    `\n${folder}: ${files.length} pages, ${megabytes.toFixed(1)} MB as stored, medians of ${rounds} rounds`,
  );
  print(folder, measured, files.length);
};

const print = (folder: string, measured: ReadonlyMap<ChainName, Round[]>, pages: number): void => {
  const steps = ['parse', 'links', 'main', 'markdown', 'hash', 'read'];
  const naiveRounds = (measured.get('naive') ?? []).map(total);
  const naive = median(naiveRounds);
  console.log(row(['ms a page', ...steps, 'all', 'of naive', 'of best', 'ms a MB', 'peak MiB']));
  for (const [name, all] of measured) {
    const ms = (values: readonly number[]): string => (median(values) / 1_000 / pages).toFixed(3);
    const whole = all.map(total);
    console.log(
      row([
        name,
        ...steps.map((step) =>
          all[0]?.cpu[step] === undefined ? '' : ms(all.map(({ cpu }) => cpu[step] ?? 0)),
        ),
        ms(whole),
        (median(whole) / naive).toFixed(3),
        (Math.min(...whole) / Math.min(...naiveRounds)).toFixed(3),
        (median(whole) / 1_000 / (all[0]?.megabytes ?? Number.NaN)).toFixed(1),
        ((all.at(-1)?.maxRssKb ?? 0) / 1_024).toFixed(0),
      ]),
    );
  }
  for (const name of ['naive', 'gleaner'] as const) {
    const last = measured.get(name)?.at(-1);
    if (last === undefined) continue;
    const failed = last.results.filter(({ error }) => error !== undefined).length;
    const quality = qualityOf(folder, last);
    console.log(`${name}: ${quality}${failed === 0 ? '' : ` ${failed} pages failed`}`);
  }
};

const { values, positionals } = commandArguments('node bench/content/cpu.ts', {
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, pages: { type: 'string', default: '150' } },
});
for (const folder of positionals) await compare(resolve(folder), Number(values.rounds), Number(values.pages));
