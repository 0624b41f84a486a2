import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { parsePage } from '../../lib/content/dom/document.ts';
import { isElement, isText } from '../../lib/content/dom/dom-walk.ts';
import type { DomElement } from '../../lib/content/dom/dom.ts';

/** A stored page with what a reader should find in it. */
export interface TruePage {
  readonly id: string;
  /** Path of the stored page, `.html.gz`. */
  readonly file: string;
  readonly url: string;
  /**
   * Kind of page as the corpus names it; `page-signal` and `dragnet` for the older news, `news-articles` for the 91.
   */
  readonly kind: string;
  /** Which metric the corpus publishes its scores in. */
  readonly metric: 'words' | 'shingles';
  readonly text: string;
  /** Snippets that must, and that must not, stand in the text. */
  readonly wanted: readonly string[];
  readonly unwanted: readonly string[];
  readonly headline: string | null;
  readonly author: string | null;
  /** `YYYY-MM-DD`. */
  readonly date: string | null;
}

export const thirds = ['kept', 'tuned', 'all'] as const;

/**
 * Rules are tuned on two thirds of the pages; the third whose id hashes to a first byte divisible by three is kept
 * back.
 */
export const isKeptBack = (id: string): boolean =>
  (createHash('sha256').update(id).digest()[0] ?? 0) % 3 === 0;

const textOrNull = z
  .string()
  .nullish()
  .transform((text) => text?.trim() || null);

const wcxbSchema = z.record(
  z.string(),
  z.object({
    type: z.string(),
    url: textOrNull,
    title: textOrNull,
    author: textOrNull,
    publish_date: textOrNull,
    main_content: textOrNull,
    with: z.array(z.string()),
    without: z.array(z.string()),
  }),
);
const newsSchema = z.record(z.string(), z.string());
const articlesSchema = z.record(z.string(), z.object({ url: z.string(), articleBody: z.string() }));

const read = <T>(file: string, schema: z.ZodType<T>): T | null =>
  existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;

/** Where links of a page start whose address is not known. */
export const unknownUrl = 'https://site.test/folder/page.html';

const unmarked = { wanted: [], unwanted: [], headline: null, author: null, date: null };

const roleNames = /(?:^|\s)x-nc-sel(\d)/;
const contentRoles = new Set(['1', '2', '3']);

/**
 * Text of a page in which each piece stands in an element of the class of its role, as in the L3S-GN1 collection:
 * `x-nc-sel1` headline, `2` body, `3` supplement, `4` related links, `5` comments, `0` none of them. The innermost
 * role counts.
 */
const markedText = (html: string): string => {
  const { body } = parsePage(html);
  const texts: string[] = [];
  const walk = (element: DomElement, outer: string): void => {
    const role = roleNames.exec(element.className)?.[1] ?? outer;
    for (const node of element.childNodes) {
      if (isText(node)) {
        if (contentRoles.has(role)) texts.push(node.data);
      } else if (isElement(node) && !['script', 'style'].includes(node.localName)) walk(node, role);
    }
  };
  walk(body, '0');
  return texts.join(' ');
};

const wcxbPages = (folder: string): TruePage[] =>
  Object.entries(read(join(folder, 'truth.json'), wcxbSchema) ?? {}).flatMap(([id, truth]) => {
    // Nobody wrote down what is true of such a page.
    if (truth.main_content === null) return [];
    return {
      id,
      file: join(folder, `${id}.html.gz`),
      url: truth.url ?? unknownUrl,
      kind: truth.type,
      metric: 'words',
      text: truth.main_content,
      wanted: truth.with,
      unwanted: truth.without,
      headline: truth.title,
      author: truth.author,
      date: truth.publish_date,
    } as const;
  });

const newsPages = (folder: string): TruePage[] =>
  Object.entries(read(join(folder, 'truth.json'), newsSchema) ?? {}).map(([id, text]) => ({
    ...unmarked,
    id,
    file: join(folder, `${id}.html.gz`),
    url: unknownUrl,
    kind: id.startsWith('ps-') ? 'page-signal' : 'dragnet',
    metric: 'words',
    text: id.startsWith('ps-') ? markedText(text) : text,
  }));

const articlePages = (folder: string): TruePage[] =>
  Object.entries(read(join(folder, 'ground-truth.json'), articlesSchema) ?? {}).map(([id, truth]) => ({
    ...unmarked,
    id,
    file: join(folder, 'html', `${id}.html.gz`),
    url: truth.url,
    kind: 'news-articles',
    metric: 'shingles',
    text: truth.articleBody,
  }));

/**
 * Pages of the corpora in a folder: `wcxb/truth.json`, `news/truth.json`, or `ground-truth.json` with `html/`
 * beside it.
 */
export const pagesIn = (folder: string): TruePage[] => [
  ...wcxbPages(join(folder, 'wcxb')),
  ...newsPages(join(folder, 'news')),
  ...articlePages(folder),
];
