import { classMatches } from '../../dom/class-names.ts';
import type { DomElement } from '../../dom/dom.ts';
import { holdsAny } from '../../dom/text-summary.ts';
import { isHidden } from '../../dom/hiding-rules.ts';
import type { KindEvidence, KindFacts } from './evidence.ts';
import { bareClaim } from '../../passes/article-signals.ts';
import { isProse, collectTextRuns, type TextRun } from '../prose.ts';

/** A run of more characters counts as several paragraphs: some pages write a whole article as one. */
const paragraphCharactersMax = 500;

/** Least number of paragraphs in one text, of their characters, and least share of the page's prose that they have. */
const least = {
  unsigned: { paragraphs: 3, characters: 400, proseShare: 0.55 },
  /** The same if the page claims that it is an article. */
  claimed: { paragraphs: 2, characters: 300, proseShare: 0.55 },
  /** The same if it shows that. */
  signed: { paragraphs: 2, characters: 300, proseShare: 0.42 },
} as const;
/** Least share of the page's text outside links that the one text has. Links to other articles may be far longer. */
const textShareMin = { unsigned: 0.2, claimed: 0.2, signed: 0.1 } as const;
/** Least share of all prose that it has, comments and sidebars included. */
const wholeShareMin = 0.3;
/** A long text that the page signs is its text, though teasers of other articles have more prose together. */
const longSigned = { paragraphs: 5, characters: 1200, proseShare: 0.25, wholeShare: 0.2 } as const;

/** The element in which a paragraph stands beside others. */
const sideOf = (block: DomElement): DomElement => {
  let at = block;
  while ((at.localName === 'p' || at.localName === 'blockquote') && at.parentNode !== null)
    at = at.parentNode;
  return at;
};

/** Names of elements below or beside a text that other people wrote, or that are about the site. */
const besideNames =
  /(?:^|[\s_-])(?:comments?|comment-?(?:list|text|body)|commentlist|footer|copyright|sidebar|disclaimer)(?:$|[\s_-])/i;
const besideTags = new Set(['footer', 'aside', 'nav']);
const isBesideClass = classMatches(besideNames);
const isNamedBeside = (element: DomElement): boolean =>
  element.pairs.length > 0 && (isBesideClass(element) || (element.id !== '' && besideNames.test(element.id)));

/**
 * Says whether an element stands below or beside the text. The one around the page's heading does not, whatever it is
 * called: `content-and-sidebar`.
 */
const isBeside = (element: DomElement): boolean =>
  besideTags.has(element.localName) ||
  (isNamedBeside(element) && !holdsAny(element, ['h1', 'main', 'footer']));

const proseIn = (runs: readonly TextRun[]): number =>
  runs.reduce((sum, run) => sum + (isProse(run) ? run.length : 0), 0);

interface Side {
  /** Paragraphs as they are written, and where a long one counts as several. */
  written: number;
  paragraphs: number;
  characters: number;
}

/** Returns the element with the most prose side by side. */
const largestSide = (runs: readonly TextRun[]): Side | undefined => {
  const sides = new Map<DomElement, Side>();
  for (const run of runs) {
    if (!isProse(run)) continue;
    const around = sideOf(run.block);
    const side = sides.get(around) ?? { written: 0, paragraphs: 0, characters: 0 };
    sides.set(around, side);
    side.written += 1;
    side.paragraphs += Math.max(1, Math.floor(run.length / paragraphCharactersMax));
    side.characters += run.length;
  }
  return [...sides.values()].sort((a, b) => b.characters - a.characters)[0];
};

interface Text extends Side {
  /** How the page says that it is an article, or null. */
  readonly sign: string | null;
  /** Shares that the text has: of the prose outside comments and the like, of all prose, of all text outside links. */
  readonly proseShare: number;
  readonly wholeShare: number;
  readonly textShare: number;
}

const textOf = ({ page, articleSign }: KindFacts): Text | null => {
  const runs = collectTextRuns(page.body, (element) => isBeside(element) || isHidden(element));
  const text = largestSide(runs);
  if (text === undefined) return null;
  const unlinked = runs.reduce((sum, { length, linkLength }) => sum + length - linkLength, 0);
  return {
    ...text,
    sign: articleSign(),
    proseShare: text.characters / proseIn(runs),
    wholeShare: text.characters / proseIn(collectTextRuns(page.body, isHidden)),
    textShare: text.characters / Math.max(1, unlinked),
  };
};

const strengthOf = (sign: string | null): keyof typeof least =>
  sign === null ? 'unsigned' : sign === bareClaim ? 'claimed' : 'signed';

const isLongAndSigned = ({ sign, paragraphs, characters, proseShare, wholeShare }: Text): boolean =>
  strengthOf(sign) === 'signed' &&
  paragraphs >= longSigned.paragraphs &&
  characters >= longSigned.characters &&
  proseShare >= longSigned.proseShare &&
  wholeShare >= longSigned.wholeShare;

const evidenceOf = ({ written, proseShare, sign }: Text): string[] => [
  `${written === 1 ? 'one paragraph is' : `${written} paragraphs side by side are`} ` +
    `${Math.round(100 * proseShare)} % of the prose`,
  ...(sign === null ? [] : [sign]),
];

/**
 * Returns signs of one text: paragraphs that stand side by side in one element and are most of the page's prose.
 * Entries of a listing, posts of a thread and parts of a product's page stand each in an element of its own. So this
 * tells a news page of any year from them by its text alone.
 */
export const oneTextEvidence: KindEvidence = (facts) => {
  const text = textOf(facts);
  if (text === null) return [];
  if (text.textShare < textShareMin[strengthOf(text.sign)]) return [];
  if (isLongAndSigned(text)) return evidenceOf(text);
  const { paragraphs, characters, proseShare } = least[strengthOf(text.sign)];
  if (text.paragraphs < paragraphs || text.characters < characters) return [];
  if (text.proseShare < proseShare || text.wholeShare < wholeShareMin) return [];
  return evidenceOf(text);
};
