import { preformattedText } from './code-block.ts';
import { collapsed, isElement, isText, nextNode } from '../dom/dom-walk.ts';
import type { DomElement, DomNode } from '../dom/dom.ts';
import { strong, writeChildren, type MarkdownPlace, type MarkdownRule } from './markdown-place.ts';
import { isItem, writeItem } from './markdown-list.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';
import { blockNames } from './element-names.ts';

/** Says whether an element wraps a group of terms and definitions; readability turns such groups into paragraphs. */
const isWrapper = ({ localName, firstElementChild }: DomElement): boolean =>
  (localName === 'div' || localName === 'p') && /^d[td]$/.test(firstElementChild?.localName ?? '');

/** Returns the terms and definitions of a list in order; HTML allows `<div>` around each group. */
const partsOf = (list: DomElement): DomElement[] => {
  const parts: DomElement[] = [];
  for (let node = list.firstElementChild; node !== null; node = node.nextElementSibling) {
    if (!isWrapper(node)) parts.push(node);
    else
      for (let inner = node.firstElementChild; inner !== null; inner = inner.nextElementSibling)
        parts.push(inner);
  }
  return parts;
};

const isTerm = ({ localName }: DomElement): boolean => localName === 'dt';

/** Says whether an element begins with a link. */
const beginsWithLink = (element: DomElement): boolean => {
  let node: DomNode | null = nextNode(element, element);
  while (node !== null && !(isText(node) && /\S/.test(node.data))) {
    if (isElement(node) && node.localName === 'a' && node.hasAttribute('href')) return true;
    node = nextNode(node, element);
  }
  return false;
};

/** Says whether a list is a table of contents: every term is a link to its section. */
const isContents = (parts: readonly DomElement[]): boolean =>
  parts.every((part) => !isTerm(part) || (summarizeText(part).linkLength > 0 && beginsWithLink(part)));

/**
 * Says whether a term is the signature of a function or class, as Sphinx writes them: each of its words has markup of
 * its own.
 */
const isSignature = ({ className }: DomElement): boolean => /(?:^|\s)sig(?:\s|$)/.test(className);

/** Writes a term in bold, unless it is already code or a link. */
const writeTerm = (place: MarkdownPlace, term: DomElement, isEntry: boolean): void => {
  const { out } = place;
  if (isSignature(term)) {
    // A template and its class stand on lines of their own.
    out.code(collapsed(preformattedText(term)));
    return;
  }
  const isPlain = isEntry || holdsAny(term, ['code', 'kbd', 'samp', 'tt', 'pre']);
  const write = (): void => (isPlain ? writeChildren : strong)(place, term);
  if (holdsAny(term, blockNames)) out.onOneLine(write);
  else write();
};

/**
 * Writes a definition list as a list of its terms, each with its definitions indented below. Only this form can be
 * nested and is shown by every reader of Markdown. Several terms of one definition stand on separate lines of one item.
 */
export const definitionList: MarkdownRule = (place, element) => {
  const { out } = place;
  const parts = partsOf(element);
  if (out.isOneLine || !parts.some(isTerm) || !isClean(element)) {
    out.block(2);
    writeChildren(place, element);
    out.block(2);
    return;
  }
  const isEntry = isContents(parts);
  place.lists.begin(place.out, 'bullet', isItem(element.parentNode));
  const marker = place.lists.marker;
  let at = 0;
  while (at < parts.length) {
    const terms: DomElement[] = [];
    for (let part = parts[at]; part !== undefined && isTerm(part); part = parts[at]) {
      terms.push(part);
      at += 1;
    }
    const definitions: DomElement[] = [];
    for (let part = parts[at]; part !== undefined && !isTerm(part); part = parts[at]) {
      definitions.push(part);
      at += 1;
    }
    // Entries of a table of contents are not synonyms, nor are terms without definitions.
    const isApart = isEntry || definitions.length === 0;
    for (const term of isApart ? terms.slice(0, -1) : []) writeGroup(place, [term], [], { marker, isEntry });
    writeGroup(place, isApart ? terms.slice(-1) : terms, definitions, { marker, isEntry });
  }
  place.lists.end(place.out, 'bullet');
};

/** Says whether there is no other text between terms and definitions. */
const isClean = (element: DomElement): boolean => {
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (isText(node) && /\S/.test(node.data)) return false;
    if (isElement(node) && isWrapper(node) && !isClean(node)) return false;
  }
  return true;
};

/** Signs that Markdown pairs with others of their paragraph. An underscore within a word is none. */
const pairing = /[`*~<]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u;
/** An entry with more characters is not searched for them. */
const entryMax = 2_000;

const mayPair = (term: DomElement): boolean =>
  summarizeText(term).length > entryMax || pairing.test(term.textContent ?? '');

const writeGroup = (
  place: MarkdownPlace,
  terms: readonly DomElement[],
  definitions: readonly DomElement[],
  { marker, isEntry }: { readonly marker: string; readonly isEntry: boolean },
): void => {
  const { out } = place;
  out.block(1);
  const { length } = out;
  const before = out.item(`${marker} `);
  for (const [at, term] of terms.entries()) {
    if (at > 0) out.lineBreak();
    writeTerm(place, term, isEntry);
  }
  // In one paragraph, a sign in the entry would be paired with one in what stands below it.
  const isBelow = isEntry && !terms.some(mayPair);
  for (const definition of definitions) {
    out.block(isBelow ? 1 : 2);
    const note = place.footnotes.notes.get(definition);
    if (note === undefined) (definition.localName === 'dd' ? writeChildren : writeOther)(place, definition);
    else writeItem(place, definition, `${marker} `);
    out.block(2);
  }
  out.end(before);
  out.block(1);
  if (out.length > length && (isEntry || definitions.length === 0)) out.closeUp();
};

const writeOther: MarkdownRule = (place, element) => {
  const rule = place.rules.get(element.localName);
  if (rule === undefined) writeChildren(place, element);
  else rule(place, element);
};
