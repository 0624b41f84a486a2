import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod';
import { commandArguments } from '../../test/command-line/command-arguments.ts';
import { findCandidates } from '../../lib/extract/candidates/find-candidates.ts';
import { readFacts, makeFields } from '../../lib/extract/facts.fixture.ts';
import type { Json } from '../../lib/extract/schema/json.ts';
import type { AskedField } from './asked-field.ts';
import { laterOrdinaryPages } from './later-ordinary-pages.ts';
import { laterPagesAbroad } from './later-pages-abroad.ts';
import { laterUnlikelyPages } from './later-unlikely-pages.ts';
import { ordinaryPages } from './ordinary-pages.ts';
import type { WrittenPage } from './page-in-a-language.ts';
import { labelled, pageAround, rendered } from './render.ts';
import { tokensAsked, tokensOfWhole } from './count-tokens.ts';
import { isSameValue } from './same-value.ts';
import { things } from './things.ts';
import { traps } from './traps.ts';
import { unlikelyPages } from './unlikely-pages.ts';
import { heldTraps } from './unseen/held-traps.ts';
import { heldOrdinary } from './unseen/held.ts';
import { strangersHeldTraps } from './unseen/strangers-held-traps.ts';
import { strangersHeld } from './unseen/strangers-held.ts';
import { strangersTraps } from './unseen/strangers-traps.ts';
import { strangersOrdinary, unseenOrdinary, unseenTraps } from './unseen/index.ts';
import type { UnseenPage } from './unseen/unseen-page.ts';

/**
 * Fields that are answered without a model, how many of them rightly, and the tokens that are left, against asking
 * a model for all fields with the whole Markdown or the raw HTML. See ../README.md for its traps.
 *
 *   node bench/extract/run.ts [folder of article-extraction] [--wrong] [--chunk 2048] [--only strangers]
 */

interface BenchPage {
  readonly group: string;
  readonly url: string;
  readonly html: string;
  readonly asked: readonly AskedField[];
}

const urlOf = (name: string): string => `https://bench.example/${name.toLowerCase().replace(/\W+/g, '-')}`;

/** What a page says that only has labels: its heading, and what has one. */
const onlyLabelled = (asked: readonly AskedField[], heading: string): AskedField[] =>
  asked.map((field) =>
    field.label !== undefined || field.truth === heading ? field : { ...field, truth: null },
  );

const generated = (): BenchPage[] =>
  things.flatMap(({ kind, name, tree, asked }) => {
    const marked = (['json-ld', 'microdata', 'rdfa'] as const).map((notation): BenchPage => {
      const { head, body } = rendered(tree, notation);
      return { group: notation, url: urlOf(name), html: pageAround(name, head, body), asked };
    });
    const rows = [
      ...new Map(
        asked.flatMap(({ label }) => (label === undefined ? [] : [[label.join(), label] as const])),
      ).values(),
    ];
    const form =
      kind === 'Person' || kind === 'Movie'
        ? 'infobox'
        : kind === 'JobPosting' || kind === 'Event'
          ? 'dl'
          : kind === 'LocalBusiness'
            ? 'list'
            : 'table';
    if (rows.length === 0) return marked;
    const html = pageAround(name, '', labelled(rows, form));
    return [
      ...marked,
      {
        group: form === 'infobox' ? 'infobox' : 'labels',
        url: urlOf(name),
        html,
        asked: onlyLabelled(asked, name),
      },
    ];
  });

const trapPages = (): BenchPage[] =>
  traps.map(({ heading, head, body, asked }) => ({
    group: 'traps',
    url: urlOf(heading),
    html: pageAround(heading, head, body),
    asked,
  }));

/** Pages of several languages, in a frame that says of which. */
const writtenPages = (group: string, pages: readonly WrittenPage[]): BenchPage[] =>
  pages.map(({ name, language, heading, head, body, asked }) => ({
    group,
    url: urlOf(name),
    html: pageAround(heading, head, body).replace('<html lang="en">', `<html lang="${language}">`),
    asked,
  }));

/** Whole pages, as their sites send them. */
const wholePages = (group: string, pages: readonly UnseenPage[]): BenchPage[] =>
  pages.map((page) => ({ group, ...page }));

/** When the pages are read: offers that ended before have expired. */
const readAt = '2026-11-22T00:00:00Z';

const realSchema = z.record(
  z.string(),
  z.object({
    url: z.string(),
    title: z.string().optional(),
    author: z.string().optional(),
    published: z.string().optional(),
    /** Read after the rules were written, and never looked at for them. */
    isHeldOut: z.boolean().default(false),
  }),
);

/**
 * Real articles, with what a person read on them: title, author as it is signed, day of publication. What the page
 * does not show, or only in a way that needs judgement, is not asked for.
 */
const realPages = (folder: string): BenchPage[] => {
  const truths = realSchema.parse(
    JSON.parse(readFileSync(join(import.meta.dirname, 'real-pages.json'), 'utf8')),
  );
  return Object.entries(truths).flatMap(([id, { url, title, author, published, isHeldOut }]) => {
    const file = join(folder, 'html', `${id}.html.gz`);
    if (!existsSync(file)) return [];
    const string = { type: 'string' };
    const asked: AskedField[] = [
      { name: 'headline', schema: string, truth: title },
      { name: 'author', schema: string, truth: author },
      { name: 'published_date', schema: { ...string, format: 'date' }, truth: published },
    ].filter(({ truth }) => truth !== undefined);
    const html = gunzipSync(readFileSync(file)).toString('utf8');
    return [{ group: isHeldOut ? 'articles, new' : 'articles', url, html, asked }];
  });
};

interface Tally {
  pages: number;
  fields: number;
  answerable: number;
  answered: number;
  right: number;
  ours: number;
  whole: number;
  raw: number;
}

const noTally = (): Tally => ({
  pages: 0,
  fields: 0,
  answerable: 0,
  answered: 0,
  right: 0,
  ours: 0,
  whole: 0,
  raw: 0,
});

const measure = (page: BenchPage, chunkTokens: number, tallies: readonly Tally[], wrong: string[]): void => {
  const facts = { ...readFacts(page.html, page.url), at: readAt };
  const fields = makeFields(Object.fromEntries(page.asked.map(({ name, schema }) => [name, schema as Json])));
  const answers = findCandidates(facts, fields);
  const isRight = ({ name, truth }: AskedField): boolean =>
    truth !== null && isSameValue(truth, answers[name]?.value);
  const answered = page.asked.filter(({ name }) => Object.hasOwn(answers, name));
  for (const field of page.asked) {
    const found = answers[field.name];
    if (found !== undefined && !isRight(field)) {
      wrong.push(
        `WRONG ${page.group} ${page.url} ${field.name}: ${JSON.stringify(found.value)}, not ` +
          `${JSON.stringify(field.truth)} (${found.confidence} ${found.evidence.kind} ${found.evidence.where ?? ''})`,
      );
    }
    if (found === undefined && field.truth !== null)
      wrong.push(`open  ${page.group} ${page.url} ${field.name}: ${JSON.stringify(field.truth)}`);
  }
  for (const tally of tallies) {
    tally.pages += 1;
    tally.fields += page.asked.length;
    tally.answerable += page.asked.filter(({ truth }) => truth !== null).length;
    tally.answered += answered.length;
    tally.right += answered.filter(isRight).length;
    tally.ours += tokensAsked(facts, fields, answers, chunkTokens);
    tally.whole += tokensOfWhole(facts, facts.markdown, fields);
    tally.raw += tokensOfWhole(facts, page.html, fields);
  }
};

const { values, positionals } = commandArguments('npm run bench:extract', {
  allowPositionals: true,
  options: {
    wrong: { type: 'boolean', default: false },
    chunk: { type: 'string', default: '2048' },
    only: { type: 'string', default: '' },
  },
});
const [folder] = positionals;
const pages = [
  ...generated(),
  ...trapPages(),
  ...writtenPages('ordinary', ordinaryPages),
  ...writtenPages('unlikely', unlikelyPages),
  ...writtenPages('later', [...laterOrdinaryPages, ...laterPagesAbroad]),
  ...writtenPages('later, unlikely', laterUnlikelyPages),
  ...wholePages('unseen', unseenOrdinary),
  ...wholePages('unseen, traps', unseenTraps),
  ...wholePages('held', heldOrdinary),
  ...wholePages('held, traps', heldTraps),
  ...wholePages('strangers', strangersOrdinary),
  ...wholePages('strangers, traps', strangersTraps),
  ...wholePages('new', strangersHeld),
  ...wholePages('new, traps', strangersHeldTraps),
  ...(folder === undefined ? [] : realPages(folder)),
];
const notations: ReadonlySet<string> = new Set(['json-ld', 'microdata', 'rdfa']);
/** The same pages asked for what is on them: a field that no page answers has the whole page read for it. */
const answerable = pages
  .filter(({ group }) => notations.has(group))
  .map((page): BenchPage => {
    const asked = page.asked.filter(({ truth }) => truth !== null);
    return { ...page, group: 'data, there', asked };
  });
const groups = new Map<string, Tally>();
const all = noTally();
const wrong: string[] = [];
for (const page of [...pages, ...answerable].filter(({ group }) => group.includes(values.only))) {
  const tally = groups.get(page.group) ?? noTally();
  groups.set(page.group, tally);
  const isAgain = page.group === 'data, there';
  measure(page, Number(values.chunk), isAgain ? [tally] : [tally, all], wrong);
}

const cell = (value: string | number): string => String(value).padStart(12);
const share = (part: number, of: number): string => (of === 0 ? '-' : (part / of).toFixed(3));
const line = (name: string, cells: readonly (string | number)[]): void =>
  console.log(`${name.padEnd(16)}${cells.map(cell).join(' ')}`);
const heads = ['pages', 'fields', 'free', 'precision', 'recall', 'tokens/field', 'whole page'];
line('', [...heads, 'of markdown', 'of HTML']);
for (const [name, tally] of [...groups, ['all', all] as const]) {
  const { fields, answered, right, answerable, ours, whole, raw } = tally;
  line(name, [
    tally.pages,
    fields,
    share(answered, fields),
    share(right, answered),
    share(right, answerable),
    (ours / fields).toFixed(1),
    (whole / fields).toFixed(1),
    share(ours, whole),
    share(ours, raw),
  ]);
}
if (values.wrong) console.log(wrong.join('\n'));
