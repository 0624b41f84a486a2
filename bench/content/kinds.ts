import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';
import { commandArguments } from '../../test/command-line/command-arguments.ts';
import { isKeptBack, pagesIn, thirds, type TruePage } from './corpus.ts';
import { readBenchPages, type PageReader, type ReaderOutput } from './read-pages.ts';
import { scorePage } from './score.ts';
import {
  dayKey,
  isSaid,
  linesBeyond,
  snippetsIn,
  truthDay,
  wordScore,
  type WordScore,
} from './word-score.ts';

/**
 * Quality of the main content by kind of page, beside readability over linkedom and defuddle. See ../README.md.
 *
 *   npm run bench:content -- kinds <folder with wcxb/, news/ or ground-truth.json>... [--third tuned|kept|all]
 *   [--kind forum] [--worst 10] [--ids 0172,4089] [--against <another checkout>] [--no-peers]
 */

const { values, positionals } = commandArguments('node bench/content/kinds.ts', {
  allowPositionals: true,
  allowNegative: true,
  options: {
    third: { type: 'string', default: 'all' },
    kind: { type: 'string', multiple: true },
    worst: { type: 'string', default: '0' },
    ids: { type: 'string' },
    against: { type: 'string' },
    peers: { type: 'boolean', default: true },
  },
});

const third = z.enum(thirds).parse(values.third);
const ids = values.ids?.split(',');
const isAsked = ({ id, kind }: TruePage): boolean =>
  (ids === undefined || ids.includes(id)) &&
  (third === 'all' || isKeptBack(id) === (third === 'kept')) &&
  (values.kind === undefined || values.kind.includes(kind));

const lock = z
  .object({ packages: z.record(z.string(), z.looseObject({ version: z.string().optional() })) })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, 'package-lock.json'), 'utf8')));
const versionOf = (name: string): string => lock.packages[`node_modules/${name}`]?.version ?? '';

const readers: PageReader[] = [{ name: 'gleaner', run: ['gleaner'], version: null }];
if (values.against !== undefined)
  readers.push({ name: 'against', run: ['gleaner', resolve(values.against)], version: null });
if (values.peers) {
  readers.push(
    {
      name: 'readability',
      run: ['readability'],
      version: `${versionOf('@mozilla/readability')} ${versionOf('linkedom')}`,
    },
    { name: 'defuddle', run: ['defuddle'], version: versionOf('defuddle') },
  );
}

interface Scored extends WordScore {
  readonly page: TruePage;
  readonly said: ReaderOutput;
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

const score = (pages: readonly TruePage[], answers: ReadonlyMap<string, ReaderOutput>): Scored[] =>
  pages.flatMap((page) => {
    const said = answers.get(page.id);
    return said === undefined ? [] : [{ page, said, ...wordScore(page.text, said.text) }];
  });

const row = (cells: readonly string[], first = 16): string =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(first) : cell.padStart(11))).join('');

const share = (of: number, all: number): string => (all === 0 ? '' : `${((100 * of) / all).toFixed(1)} %`);

const line = (label: string, scored: readonly Scored[]): string => {
  const count = (pick: (one: Scored) => number): number => scored.reduce((sum, one) => sum + pick(one), 0);
  const metric = scored.every(({ page }) => page.metric === 'shingles')
    ? scorePage(scored.map(({ page, said }) => ({ truth: page.text, found: said.text })))
    : {
        f1: mean(scored.map(({ f1 }) => f1)),
        precision: mean(scored.map(({ precision }) => precision)),
        recall: mean(scored.map(({ recall }) => recall)),
      };
  return row([
    label,
    String(scored.length),
    metric.f1.toFixed(4),
    metric.precision.toFixed(4),
    metric.recall.toFixed(4),
    share(
      count(({ page, said }) => snippetsIn(page.wanted, said.text)),
      count(({ page }) => page.wanted.length),
    ),
    share(
      count(({ page, said }) => snippetsIn(page.unwanted, said.text)),
      count(({ page }) => page.unwanted.length),
    ),
  ]);
};

const oldNews = new Set(['page-signal', 'dragnet']);

const printReader = (name: string, scored: readonly Scored[]): void => {
  console.log(`\n${row([name, 'pages', 'F1', 'precision', 'recall', 'with', 'without'])}`);
  const kinds = [...new Set(scored.map(({ page }) => page.kind))].sort();
  for (const kind of kinds)
    console.log(
      line(
        kind,
        scored.filter(({ page }) => page.kind === kind),
      ),
    );
  const typed = scored.filter(({ page }) => !oldNews.has(page.kind) && page.metric === 'words');
  if (typed.length > 0) console.log(line('all kinds', typed));
  const failed = scored.filter(({ said }) => said.error !== undefined);
  if (failed.length > 0) console.log(`failed: ${failed.map(({ page }) => page.id).join(' ')}`);
};

const printSaid = (all: ReadonlyMap<string, readonly Scored[]>): void => {
  console.log(`\n${row(['exact', 'headline', 'author', 'date', 'author ≠', 'date ≠'])}`);
  for (const [name, scored] of all) {
    const exact = (verdicts: readonly (boolean | null)[]): string => {
      const known = verdicts.filter((verdict) => verdict !== null);
      return share(known.filter(Boolean).length, known.length);
    };
    const wrong = (verdicts: readonly { is: boolean | null; said: string | null }[]): string => {
      const known = verdicts.filter(({ is }) => is !== null);
      return share(known.filter(({ is, said }) => is === false && said !== null).length, known.length);
    };
    const authors = scored.map(({ page, said }) => ({
      is: isSaid(page.author, said.author),
      said: said.author,
    }));
    const dates = scored.map(({ page, said }) => ({
      is: isSaid(truthDay(page), dayKey(said.date)),
      said: said.date,
    }));
    console.log(
      row([
        name,
        exact(scored.map(({ page, said }) => isSaid(page.headline, said.headline))),
        exact(authors.map(({ is }) => is)),
        exact(dates.map(({ is }) => is)),
        wrong(authors),
        wrong(dates),
      ]),
    );
  }
};

const linesShown = 6;

const printWorst = (scored: readonly Scored[], others: ReadonlyMap<string, readonly Scored[]>): void => {
  const worst = [...scored].sort((a, b) => a.f1 - b.f1).slice(0, ids?.length ?? Number(values.worst));
  for (const { page, said, f1, precision, recall } of worst) {
    const beside = [...others]
      .map(([name, all]) => `${name} ${all.find((one) => one.page === page)?.f1.toFixed(3) ?? ''}`)
      .join(', ');
    console.log(
      `\n${page.kind} ${page.id} F1 ${f1.toFixed(3)} P ${precision.toFixed(2)} R ${recall.toFixed(2)} ` +
        `(${beside}) ${said.how} ${said.error ?? ''}\n  ${page.url}`,
    );
    for (const text of linesBeyond(page.text, said.text, linesShown))
      console.log(`  - ${text.slice(0, 150)}`);
    for (const text of linesBeyond(said.text, page.text, linesShown))
      console.log(`  + ${text.slice(0, 150)}`);
  }
};

const pages = positionals.flatMap((folder) => pagesIn(resolve(folder))).filter(isAsked);
if (pages.length === 0) throw new Error('Cannot score pages: none of the folders has any that are asked for');
const all = new Map<string, Scored[]>();
for (const reader of readers) all.set(reader.name, score(pages, await readBenchPages(reader, pages)));
for (const [name, scored] of all) printReader(name, scored);
printSaid(all);
const [gleaner = []] = all.values();
printWorst(gleaner, new Map([...all].filter(([name]) => name !== 'gleaner')));
