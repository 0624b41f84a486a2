import type { DomElement } from '../dom/dom.ts';
import { textCount } from '../dom/text-summary.ts';

/** Text between two breaks of a block: a paragraph, whatever element it stands in, or a line of a list or a menu. */
export interface TextRun {
  /** Characters of the run, and of its links; a wide one counts as two (`TextCount.wide`). */
  readonly length: number;
  readonly linkLength: number;
  /** Numbers of its texts (`DomText.mark`), ascending. */
  readonly marks: readonly number[];
  /** The block around the run: a paragraph, a cell, a division. */
  readonly block: DomElement;
}

/** Elements that stand in a line of text. */
export const inlineNames: ReadonlySet<string> = new Set(
  (
    'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q rb rp rt ' +
    'rtc ruby s samp small span ' +
    'strike strong sub sup time tt u var wbr'
  ).split(' '),
);

/** Elements whose text is only for the parser, or for browsers without frames. */
const silentNames = new Set(['script', 'style', 'template', 'noscript', 'title', 'iframe', 'noframes']);

/** Line breaks in a row that end a paragraph, on pages without elements for paragraphs. */
const breaksOfParagraph = 2;

class Runs {
  readonly found: TextRun[] = [];
  #length = 0;
  #linkLength = 0;
  #marks: number[] | null = null;
  #breaks = 0;
  #block: DomElement;

  readonly isLeftOut: (element: DomElement) => boolean;

  constructor(root: DomElement, isLeftOut: (element: DomElement) => boolean) {
    this.#block = root;
    this.isLeftOut = isLeftOut;
  }

  /** Begins a run in this block. */
  enter(block: DomElement): void {
    this.end();
    this.#block = block;
  }

  add(mark: number, length: number, isLink: boolean): void {
    this.#breaks = 0;
    this.#length += length;
    if (isLink) this.#linkLength += length;
    // Most runs have one text: this array has room for just one.
    if (this.#marks === null) this.#marks = [mark];
    else this.#marks.push(mark);
  }

  lineBreak(): void {
    this.#breaks += 1;
    if (this.#breaks >= breaksOfParagraph) this.end();
  }

  end(): void {
    if (this.#marks === null) return;
    this.found.push({
      length: this.#length,
      linkLength: this.#linkLength,
      marks: this.#marks,
      block: this.#block,
    });
    this.#length = 0;
    this.#linkLength = 0;
    this.#marks = null;
  }
}

/** Recursion is as deep as the parser nests: `limits.domDepthMax`. */
const walk = (element: DomElement, block: DomElement, isLink: boolean, runs: Runs): void => {
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === 3) {
      const { of, ink, lead, trail, wide } = textCount(node);
      if (ink > 0) runs.add(node.mark, of.length - lead - trail + wide, isLink);
    } else if (node.nodeType === 1) {
      const { localName } = node;
      if (localName === 'br') runs.lineBreak();
      else if (inlineNames.has(localName)) walk(node, block, isLink || localName === 'a', runs);
      else if (!silentNames.has(localName) && !runs.isLeftOut(node)) {
        runs.enter(node);
        walk(node, node, isLink, runs);
        runs.enter(block);
      }
    }
  }
};

/** Returns the text of an element as runs, in document order, without the text of elements that are left out. */
export const collectTextRuns = (
  root: DomElement,
  isLeftOut: (element: DomElement) => boolean = () => false,
): readonly TextRun[] => {
  const runs = new Runs(root, isLeftOut);
  walk(root, root, false, runs);
  runs.end();
  return runs.found;
};

/** A run with this many characters outside of links is a sentence or two, and no entry of a menu. */
const proseCharactersMin = 80;
const proseLinkShareMax = 0.4;

/** Says whether a run is running text: long, and not made of links. */
export const isProse = ({ length, linkLength }: TextRun): boolean =>
  length - linkLength >= proseCharactersMin && linkLength < proseLinkShareMax * length;
