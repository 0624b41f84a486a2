import { preformattedText } from './markdown/code-block.ts';
import { collapsed, isElement, isText } from './dom/dom-walk.ts';
import type { DomElement, DomNode } from './dom/dom.ts';
import type { PageHeading } from './main-content.ts';
import { cleanMarkdown } from './markdown/markdown.ts';

const silent = new Set('script style template head svg canvas iframe object audio video'.split(' '));
const inline = new Set(
  (
    'a abbr acronym b bdi bdo big button cite code data del dfn em font i img input ins kbd label mark ' +
    'math meter nobr ' +
    'noscript output picture q rb rp rt rtc ruby s samp small source span strike strong sub sup time tt u var wbr'
  ).split(' '),
);
const cells = new Set(['td', 'th']);

/**
 * Says whether an element is inline. Standard elements have no hyphen in their names; an author's own elements are
 * inline unless a style says otherwise.
 */
const isInline = (name: string): boolean => inline.has(name) || name.includes('-');

/** White space other than single spaces between words. */
const uneven = /[\t\n\r\f\v\u00a0]| {2}/;

/** Text written from front to back: breaks and spaces are held back until the next ink. */
class TextWriter {
  readonly parts: string[] = [];
  #pending = '';
  #heading: PageHeading | null;
  readonly #leftOut: ReadonlySet<DomElement>;

  constructor(heading: PageHeading | null, leftOut: ReadonlySet<DomElement>) {
    this.#heading = heading;
    this.#leftOut = leftOut;
  }

  /** Says whether to skip an element: those to leave out, and once the page's own heading. */
  skips(element: DomElement): boolean {
    if (this.#leftOut.has(element)) return true;
    const heading = this.#heading;
    if (heading === null || !/^h[1-6]$/.test(element.localName)) return false;
    if (collapsed(element.textContent) !== heading.text) return false;
    this.#heading = null;
    return true;
  }

  gap(separator: '\n' | '\t' | ' '): void {
    if (this.#pending !== '\n' && (this.#pending !== '\t' || separator === '\n')) this.#pending = separator;
  }

  text(data: string): void {
    const text = uneven.test(data) ? data.replace(/[ \t\n\r\f\v\u00a0]+/g, ' ') : data;
    if (text.startsWith(' ')) this.gap(' ');
    const ink = text.trim();
    if (ink === '') return;
    this.lines(ink);
    if (text.endsWith(' ')) this.gap(' ');
  }

  lines(text: string): void {
    if (this.parts.length > 0 && this.#pending !== '') this.parts.push(this.#pending);
    this.#pending = '';
    this.parts.push(text);
  }
}

const write = (out: TextWriter, element: DomElement): void => {
  for (let node: DomNode | null = element.firstChild; node !== null; node = node.nextSibling) {
    if (isText(node)) out.text(node.data);
    else if (isElement(node) && !silent.has(node.tag.name)) writeElement(out, node);
  }
};

const writeElement = (out: TextWriter, element: DomElement): void => {
  const { name } = element.tag;
  if (isInline(name)) {
    write(out, element);
    return;
  }
  if (out.skips(element)) return;
  out.gap(cells.has(name) ? '\t' : '\n');
  if (name === 'pre') out.lines(preformattedText(element));
  else write(out, element);
  out.gap(cells.has(name) ? '\t' : '\n');
};

/**
 * Writes the text of everything in `root`: a line for each block, cells of a row separated by tabs, code unchanged.
 * Leaves out the page's own heading, because the title is given apart from the text.
 *
 * @param leftOut Captions of pictures: plain text has no pictures, and a caption alone would describe something that is
 * missing.
 */
export const writePlainText = (
  root: DomElement,
  heading: PageHeading | null,
  leftOut: ReadonlySet<DomElement> = new Set(),
): string => {
  const out = new TextWriter(heading, leftOut);
  write(out, root);
  return cleanMarkdown(out.parts.join(''));
};
