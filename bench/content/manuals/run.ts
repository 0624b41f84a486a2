import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { commandArguments } from '../../../test/command-line/command-arguments.ts';
import { comparePage, type PageComparison } from './compare-page.ts';
import { fetchManual, sampleManual } from './fetch-manuals.ts';
import { manuals, type Manual } from './manuals.ts';
import { blockKinds, pageTruth } from './page-truth.ts';

/**
 * What is kept of the pages of manuals, part by part, beside other readers. See ../../README.md for its traps.
 *
 *   node bench/content/run.ts manuals [--manual name]... [--reader name]... [--pages 300] [--seed 1] [--cache
 *   folder] [--out file]
 */
const { values } = commandArguments('node bench/content/manuals/run.ts', {
  options: {
    manual: { type: 'string', multiple: true },
    reader: { type: 'string', multiple: true },
    pages: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    cache: { type: 'string', default: join(tmpdir(), 'gleaner-manuals') },
    out: { type: 'string' },
  },
});

const readerNames = ['gleaner', 'gleaner, whole page', 'readability', 'defuddle', 'turndown of the body'];
/** Milliseconds that a reader may take for a page. */
const pageMs = 60_000;

const answerSchema = z.object({ markdown: z.string().optional(), error: z.string().optional() });

/** A process that reads pages; a new one after a page on which it did not end. */
class Reader {
  #process: ChildProcess | null = null;
  failed = 0;

  async read(reader: string, file: string): Promise<string> {
    this.#process ??= fork(join(import.meta.dirname, 'worker.mjs'));
    const timeout = AbortSignal.timeout(pageMs);
    const answer = once(this.#process, 'message', { signal: timeout });
    this.#process.send({ reader, file });
    try {
      const [message] = (await answer) as [unknown];
      const { markdown, error } = answerSchema.parse(message);
      if (error !== undefined) this.failed += 1;
      return markdown ?? '';
    } catch {
      this.close();
      this.failed += 1;
      return '';
    }
  }

  close(): void {
    this.#process?.kill();
    this.#process = null;
  }
}

interface Totals {
  pages: number;
  readonly total: Record<string, number>;
  readonly lost: Record<string, number>;
  changedCode: number;
  changedHeadings: number;
  length: number;
  frame: number;
}

const nothing = (): Totals => ({
  pages: 0,
  total: {},
  lost: {},
  changedCode: 0,
  changedHeadings: 0,
  length: 0,
  frame: 0,
});

const add = (totals: Totals, page: PageComparison): void => {
  totals.pages += 1;
  for (const kind of blockKinds) {
    totals.total[kind] = (totals.total[kind] ?? 0) + page.total[kind];
    totals.lost[kind] = (totals.lost[kind] ?? 0) + page.lost[kind].length;
  }
  totals.changedCode += page.changed.code;
  totals.changedHeadings += page.changed.headings;
  totals.length += page.length;
  totals.frame += page.frame.join('').replace(/\s/g, '').length;
};

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : ((100 * part) / whole).toFixed(2);

const row = (cells: readonly string[]): string =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(36) : cell.padStart(12))).join('');

const print = (name: string, totals: Totals): void => {
  const kept = blockKinds.map((kind) => {
    const whole = totals.total[kind] ?? 0;
    return percent(whole - (totals.lost[kind] ?? 0), whole);
  });
  console.log(
    row([
      name,
      String(totals.pages),
      ...kept,
      percent(totals.frame, totals.length),
      String(totals.changedCode),
      String(totals.changedHeadings),
    ]),
  );
};

interface Measured {
  readonly manual: string;
  readonly page: string;
  readonly reader: string;
  readonly comparison: PageComparison;
}

const measure = async (
  manual: Manual,
  reader: string,
  measured: Measured[],
): Promise<{ totals: Totals; failed: number }> => {
  const root = fetchManual(manual, values.cache);
  const totals = nothing();
  const worker = new Reader();
  for (const page of sampleManual(root, Number(values.pages), values.seed)) {
    const file = join(root, page);
    const truth = pageTruth(readFileSync(file, 'utf8'), manual.layouts);
    if (truth === null) continue;
    const comparison = comparePage(truth, await worker.read(reader, file));
    add(totals, comparison);
    measured.push({ manual: manual.name, page, reader, comparison });
  }
  worker.close();
  return { totals, failed: worker.failed };
};

mkdirSync(values.cache, { recursive: true });
const measured: Measured[] = [];
console.log(row(['% kept of', 'pages', ...blockKinds, '% frame', 'no code', 'no heading']));
for (const reader of values.reader ?? readerNames) {
  const all = nothing();
  for (const manual of manuals) {
    if (values.manual !== undefined && !values.manual.includes(manual.name)) continue;
    const { totals, failed } = await measure(manual, reader, measured);
    print(`${reader}: ${manual.name}`, totals);
    if (failed > 0) console.log(`  ${failed} pages failed`);
    all.pages += totals.pages;
    for (const kind of blockKinds) {
      all.total[kind] = (all.total[kind] ?? 0) + (totals.total[kind] ?? 0);
      all.lost[kind] = (all.lost[kind] ?? 0) + (totals.lost[kind] ?? 0);
    }
    all.changedCode += totals.changedCode;
    all.changedHeadings += totals.changedHeadings;
    all.length += totals.length;
    all.frame += totals.frame;
  }
  print(`${reader}: all`, all);
}
if (values.out !== undefined)
  writeFileSync(values.out, measured.map((one) => JSON.stringify(one)).join('\n'));
