import { createElement } from '../dom/document.ts';
import { classMatches } from '../dom/class-names.ts';
import { isElement, isText, nextNode, nodeAfter } from '../dom/dom-walk.ts';
import type { DomElement, DomNode, DomText } from '../dom/dom.ts';
import { isBlank, summarizeText } from '../dom/text-summary.ts';

/** Forum software that knows no `blockquote` names its boxes so. */
const isQuotationBox = classMatches(
  /(?:^|\s)(?:(?:bb-?code[-_]?)?(?:block[-_]{0,2})?quote|(?:bb-?code[-_]?)?quote[-_]?(?:container|block|box|wrapper))(?:\s|$)/i,
);
const boxNames = new Set('blockquote div aside section'.split(' '));
const isQuotation = (element: DomElement): boolean =>
  element.localName === 'blockquote' || (boxNames.has(element.localName) && isQuotationBox(element));

/** So many words in a row say the same in two posts. */
const rowWords = 4;
/** Most words before what is quoted, which say whose words they are: "Ada said on Monday, 3 May 2026:". */
const attributionWordsMax = 16;
/**
 * Least share of a post that a quotation repeats, 0 to 1. Software that quotes leaves out what the post quoted itself.
 */
const wholeShareMin = 0.9;
/** Most words of posts that are compared. */
const wordsMax = 400_000;

const wordPattern = /[\p{L}\p{N}]+/gu;
const wordsIn = (text: string): string[] => text.toLowerCase().match(wordPattern) ?? [];

const outermostQuotations = (post: DomElement): DomElement[] => {
  const found: DomElement[] = [];
  let node: DomNode | null = post;
  while (node !== null) {
    const isOne: boolean = isElement(node) && isQuotation(node) && summarizeText(node).length > 0;
    if (isOne) found.push(node as DomElement);
    node = isOne ? nodeAfter(node, post) : nextNode(node, post);
  }
  return found;
};

/** Returns the words of a post that stand in none of its quotations; null stands where a quotation was. */
const ownWords = (post: DomElement, quotations: ReadonlySet<DomNode>): (string | null)[] => {
  const words: (string | null)[] = [];
  let node: DomNode | null = post;
  while (node !== null) {
    if (quotations.has(node)) {
      words.push(null);
      node = nodeAfter(node, post);
      continue;
    }
    if (isText(node)) words.push(...wordsIn(node.data));
    node = nextNode(node, post);
  }
  return words;
};

/** In which posts a row of words stands: at most two, since a quotation is compared with all posts but its own. */
type Rows = ReadonlyMap<string, readonly number[]>;

const rowsIn = (words: readonly (string | null)[]): string[] =>
  words
    .slice(0, Math.max(0, words.length - rowWords + 1))
    .map((_, at) => words.slice(at, at + rowWords))
    .filter((row) => !row.includes(null))
    .map((row) => row.join(' '));

const rowsOf = (posts: readonly (readonly (string | null)[])[]): Rows => {
  const rows = new Map<string, readonly number[]>();
  for (const [post, words] of posts.entries())
    for (const row of rowsIn(words)) {
      const owners = rows.get(row) ?? [];
      if (owners.length < 2 && !owners.includes(post)) rows.set(row, [...owners, post]);
    }
  return rows;
};

/** What the words of a quotation are compared with. */
interface Thread {
  readonly rows: Rows;
  /** How many words each post says itself. */
  readonly sizes: readonly number[];
}

/** Returns which words of a quotation stand in a row of another post, and the post that has most of these rows. */
const findSource = (
  words: readonly string[],
  post: number,
  rows: Rows,
): { readonly isSaid: readonly boolean[]; readonly source: number | undefined } => {
  const isSaid = Array.from(words, () => false);
  const counts = new Map<number, number>();
  for (const [at, row] of rowsIn(words).entries()) {
    const others = rows.get(row)?.filter((owner) => owner !== post) ?? [];
    if (others.length > 0) isSaid.fill(true, at, at + rowWords);
    for (const other of others) counts.set(other, (counts.get(other) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
  return { isSaid, source: most?.[0] };
};

/**
 * Finds the texts of a quotation that repeat another post, behind those that say whose post it is. Returns none if the
 * quotation names nobody, holds a word that no other post says, or only an excerpt of the post.
 */
const repeatedTexts = (quotation: DomElement, post: number, { rows, sizes }: Thread): readonly DomText[] => {
  const words: string[] = [];
  const texts: { readonly node: DomText; readonly from: number }[] = [];
  for (let node: DomNode | null = quotation; node !== null; node = nextNode(node, quotation)) {
    if (!isText(node) || isBlank(node.data)) continue;
    texts.push({ node, from: words.length });
    words.push(...wordsIn(node.data));
  }
  const { isSaid, source } = findSource(words, post, rows);
  const first = isSaid.indexOf(true);
  if (source === undefined || first < 1 || first > attributionWordsMax || isSaid.includes(false, first))
    return [];
  if (words.length - first < wholeShareMin * (sizes[source] ?? 0)) return [];
  // Whom the quotation names may stand in one text with the beginning of what it quotes.
  return texts.filter(({ from }) => from >= first).map(({ node }) => node);
};

/** Returns the largest elements of a quotation whose texts are all in a set; a text beside others gets an element. */
const elementsAround = (quotation: DomElement, texts: ReadonlySet<DomNode>): DomElement[] => {
  const found: DomElement[] = [];
  const isWhole = (element: DomElement): boolean => {
    for (let node: DomNode | null = element; node !== null; node = nextNode(node, element))
      if (isText(node) && !isBlank(node.data) && !texts.has(node)) return false;
    return summarizeText(element).length > 0;
  };
  let node: DomNode | null = quotation;
  while (node !== null) {
    const at: DomNode = node;
    if (isElement(at) && isWhole(at)) {
      found.push(at);
      node = nodeAfter(at, quotation);
      continue;
    }
    node = nextNode(at, quotation);
    if (!texts.has(at) || !isText(at)) continue;
    const around = createElement('span');
    at.parentNode?.insertBefore(around, at);
    around.append(at);
    found.push(around);
  }
  return found;
};

/**
 * Finds quotations that repeat another post of their page, so that it is told once. The words that say whom a post
 * quotes stay. A quotation stays as it is if it names nobody, if it is an excerpt, which says what of a post is
 * answered, or if a single word of it stands in no other post: words of a post on another page, or changed ones.
 *
 * @param root holds the posts as its children.
 */
export const repeatedQuotations = (root: DomElement): DomElement[] => {
  const posts = root.children;
  const quotations = posts.map(outermostQuotations);
  if (quotations.every(({ length }) => length === 0)) return [];
  const own = posts.map((post, at) => ownWords(post, new Set(quotations[at])));
  if (own.reduce((sum, { length }) => sum + length, 0) > wordsMax) return [];
  const sizes = own.map((words) => words.filter((word) => word !== null).length);
  const thread = { rows: rowsOf(own), sizes };
  return quotations.flatMap((ofPost, post) =>
    ofPost.flatMap((quotation) => {
      const texts = repeatedTexts(quotation, post, thread);
      return texts.length === 0 ? [] : elementsAround(quotation, new Set(texts));
    }),
  );
};
