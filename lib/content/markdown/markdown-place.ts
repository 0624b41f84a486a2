import { isElement, isText } from '../dom/dom-walk.ts';
import { textCount } from '../dom/text-summary.ts';
import type { DomElement } from '../dom/dom.ts';
import type { Footnotes } from '../passes/footnotes.ts';
import type { MarkdownWriter } from './markdown-writer.ts';
import type { HeadingLevels } from './heading-levels.ts';
import type { LinkEnds } from './link-ends.ts';
import type { ListMarkers } from './list-markers.ts';
import type { Urls } from '../dom/urls.ts';

/** Where a rule writes, and what it needs to know of where it stands. */
export interface MarkdownPlace {
  readonly out: MarkdownWriter;
  readonly urls: Urls;
  readonly footnotes: Footnotes;
  readonly rules: ReadonlyMap<string, MarkdownRule>;
  readonly lists: ListMarkers;
  readonly headings: HeadingLevels;
  readonly links: LinkEnds;
  /** Elements that were written before their turn. */
  readonly skipped: Set<DomElement>;
  /** Quotations that this one stands in; readers show no more than a few, and each costs two characters a line. */
  quotes: number;
  /** The heading that is the link of a card that can be clicked as a whole, and where that leads. */
  card: { readonly heading: DomElement; readonly href: string } | null;
}

export type MarkdownRule = (place: MarkdownPlace, element: DomElement) => void;

/** Writes what is in an element, each child by its rule. */
export const writeChildren = (place: MarkdownPlace, element: DomElement): void => {
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (isText(node)) {
      if (node.data !== '' && textCount(node).ink === 0) place.out.space();
      else place.out.text(node.data);
    } else if (isElement(node) && !(place.skipped.size > 0 && place.skipped.has(node))) {
      const rule = place.rules.get(node.tag.name);
      if (rule === undefined) writeChildren(place, node);
      else rule(place, node);
    }
  }
};

/** A footnote, behind its label. */
export const writeNote = (place: MarkdownPlace, element: DomElement, label: string): void => {
  place.out.block(2);
  const before = place.out.item(`[^${label}]: `, 4);
  writeChildren(place, element);
  place.out.end(before);
  place.out.block(2);
};

/** Between marks, unless it stands between them already. */
export const marked =
  (open: string, close = open): MarkdownRule =>
  (place, element) => {
    const { out } = place;
    if (out.isMarked(open)) {
      writeChildren(place, element);
      return;
    }
    const mark = out.open(open, close);
    writeChildren(place, element);
    out.close(mark);
  };

export const strong = marked('**');
export const emphasis = marked('*');
