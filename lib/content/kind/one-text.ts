import type { DomElement } from '../dom.ts';
import { articleSignOf } from '../article-signals.ts';
import type { Evidence } from './page-kind.ts';
import { isProse, textRunsOf } from './prose.ts';

/** Paragraphs of one text at least, characters of them, and the share that they have of the page's prose. */
const least = {
  unsigned: { paragraphs: 3, characters: 400, proseShare: 0.55 },
  /** Where the page says that it is an article as well. */
  signed: { paragraphs: 2, characters: 300, proseShare: 0.42 },
} as const;
/** Share that one text has of the page's text outside links. */
const textShareMin = 0.2;

/**
 * Signs of one text: paragraphs that stand side by side in one element and are most of the page's prose. Entries of a listing, posts
 * of a thread and parts of a product's page have an element each. So a news page of any year is told from them by its text alone.
 */
export const oneTextEvidence: Evidence = ({ page, metadata, heading }) => {
  const sides = new Map<DomElement, { paragraphs: number; characters: number }>();
  let [prose, unlinked] = [0, 0];
  for (const run of textRunsOf(page.body)) {
    unlinked += run.length - run.linkLength;
    if (!isProse(run)) continue;
    prose += run.length;
    const { block } = run;
    const around = block.localName === 'p' ? (block.parentNode ?? block) : block;
    const side = sides.get(around) ?? { paragraphs: 0, characters: 0 };
    sides.set(around, side);
    side.paragraphs += 1;
    side.characters += run.length;
  }
  const [text] = [...sides.values()].sort((a, b) => b.characters - a.characters);
  if (text === undefined || text.characters < textShareMin * unlinked) return [];
  const sign = articleSignOf(page, metadata, heading);
  const { paragraphs, characters, proseShare } = least[sign === null ? 'unsigned' : 'signed'];
  if (text.paragraphs < paragraphs || text.characters < characters) return [];
  if (text.characters < proseShare * prose) return [];
  const share = Math.round((100 * text.characters) / prose);
  const shape = `${text.paragraphs} paragraphs side by side are ${share} % of the prose`;
  return sign === null ? [shape] : [shape, sign];
};
