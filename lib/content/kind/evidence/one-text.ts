import { classMatches } from '../../dom/class-names.ts';
import type { DomElement } from '../../dom/dom.ts';
import type { KindEvidence, KindFacts } from './evidence.ts';
import { isProse, collectTextRuns, type TextRun } from '../prose.ts';

/** Paragraphs of one text at least, characters of them, and the share that they have of the page's prose. */
const least = {
  unsigned: { paragraphs: 3, characters: 400, proseShare: 0.55 },
  /** Where the page says that it is an article as well. */
  signed: { paragraphs: 2, characters: 300, proseShare: 0.42 },
} as const;
/** Share that one text has of the page's text outside links. */
const textShareMin = 0.2;
/** Share that it has of all prose, of comments and sidebars as well. */
const wholeShareMin = 0.3;

/** The element in which a paragraph stands beside others. */
const sideOf = (block: DomElement): DomElement => {
  let at = block;
  while ((at.localName === 'p' || at.localName === 'blockquote') && at.parentNode !== null)
    at = at.parentNode;
  return at;
};

/** What is written below or beside a text by others, or about the site. */
const besideNames =
  /(?:^|[\s_-])(?:comments?|comment-?(?:list|text|body)|commentlist|footer|copyright|sidebar|disclaimer)(?:$|[\s_-])/i;
const besideTags = new Set(['footer', 'aside', 'nav']);
const isBesideClass = classMatches(besideNames);
const isBeside = (element: DomElement): boolean =>
  besideTags.has(element.localName) ||
  (element.pairs.length > 0 &&
    (isBesideClass(element) || (element.id !== '' && besideNames.test(element.id))));

const proseIn = (runs: readonly TextRun[]): number =>
  runs.reduce((sum, run) => sum + (isProse(run) ? run.length : 0), 0);

interface Side {
  paragraphs: number;
  characters: number;
}

/** The most prose that stands side by side. */
const largestSide = (runs: readonly TextRun[]): Side | undefined => {
  const sides = new Map<DomElement, Side>();
  for (const run of runs) {
    if (!isProse(run)) continue;
    const around = sideOf(run.block);
    const side = sides.get(around) ?? { paragraphs: 0, characters: 0 };
    sides.set(around, side);
    side.paragraphs += 1;
    side.characters += run.length;
  }
  return [...sides.values()].sort((a, b) => b.characters - a.characters)[0];
};

interface Text extends Side {
  /** How the page says that it is an article, or null. */
  readonly sign: string | null;
  /** Shares that it has of the prose outside of comments and the like, of all prose, of all text outside links. */
  readonly proseShare: number;
  readonly wholeShare: number;
  readonly textShare: number;
}

const textOf = ({ page, articleSign }: KindFacts): Text | null => {
  const runs = collectTextRuns(page.body, isBeside);
  const text = largestSide(runs);
  if (text === undefined) return null;
  const unlinked = runs.reduce((sum, { length, linkLength }) => sum + length - linkLength, 0);
  return {
    ...text,
    sign: articleSign(),
    proseShare: text.characters / proseIn(runs),
    wholeShare: text.characters / proseIn(collectTextRuns(page.body)),
    textShare: text.characters / Math.max(1, unlinked),
  };
};

const evidenceOf = ({ paragraphs, proseShare, sign }: Text): string[] => [
  `${paragraphs} paragraphs side by side are ${Math.round(100 * proseShare)} % of the prose`,
  ...(sign === null ? [] : [sign]),
];

/**
 * Signs of one text: paragraphs that stand side by side in one element and are most of the page's prose. Entries of a
 * listing, posts of a thread and parts of a product's page have an element each. So a news page of any year is told
 * from them by its text alone.
 */
export const oneTextEvidence: KindEvidence = (facts) => {
  const text = textOf(facts);
  if (text === null) return [];
  const { paragraphs, characters, proseShare } = least[text.sign === null ? 'unsigned' : 'signed'];
  if (text.paragraphs < paragraphs || text.characters < characters) return [];
  if (text.proseShare < proseShare || text.wholeShare < wholeShareMin) return [];
  return text.textShare < textShareMin ? [] : evidenceOf(text);
};
