import { isElement, isText } from '../dom/dom-walk.ts';
import { textCount } from '../dom/text-summary.ts';
import type { DomElement } from '../dom/dom.ts';
import type { Footnotes } from '../passes/footnotes.ts';
import type { MarkdownWriter } from './markdown-writer.ts';
import type { HeadingLevels } from './heading-levels.ts';
import type { LinkEnds } from './link-ends.ts';
import type { ListMarkers } from './list-markers.ts';
import type { Urls } from '../dom/urls.ts';

/** The writer for a rule, and the context that the rule needs. */
export interface MarkdownPlace {
  readonly out: MarkdownWriter;
  readonly urls: Urls;
  readonly footnotes: Footnotes;
  readonly rules: ReadonlyMap<string, MarkdownRule>;
  readonly lists: ListMarkers;
  readonly headings: HeadingLevels;
  readonly links: LinkEnds;
  /** Elements that were already written out of order. */
  readonly skipped: Set<DomElement>;
  /**
   * How many quotations are around this place. Readers show only a few levels, and each costs two characters a line.
   */
  quotes: number;
  /** The heading that carries the link of a card, and the link's target. */
  card: { readonly heading: DomElement; readonly href: string } | null;
  /** Headings that carry the link which lies over their card, with its target. */
  readonly carried: Map<DomElement, string>;
}

export type MarkdownRule = (place: MarkdownPlace, element: DomElement) => void;

/** Writes the content of an element, each child by its rule. */
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

/** Writes a footnote behind its label. */
export const writeNote = (place: MarkdownPlace, element: DomElement, label: string): void => {
  place.out.block(2);
  const before = place.out.item(`[^${label}]: `, 4);
  writeChildren(place, element);
  place.out.end(before);
  place.out.block(2);
};

/** Makes a rule that writes content between marks, unless it already stands between them. */
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
