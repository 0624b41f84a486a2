import { collapsed, findAncestor, isElement, isText } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { headingNames } from './element-names.ts';
import { summarizeText } from '../dom/text-summary.ts';

/** A note, warning or the like that stands apart from the text, as documentation generators mark them. */
export interface Admonition {
  /** Its kind in English, such as `Warning`; empty where its class does not say. */
  readonly kind: string;
  readonly title: DomElement | null;
}

const kinds = new Set(
  (
    'note info information tip hint success important warning caution danger error attention example ' +
    'abstract summary question ' +
    'bug seealso todo deprecated experimental failure critical'
  ).split(' '),
);

/**
 * Classes by which a box is known: Sphinx, MkDocs, Docusaurus (`admonition`), AsciiDoc (`admonitionblock`), VitePress
 * (`custom-block`), GitHub (`markdown-alert`), MDN (`notecard`), Confluence (`information-macro`), Starlight
 * (`starlight-aside`), Hugo and Bootstrap (`alert`), GitBook (`hint`), Nextra and others (`callout`).
 */
const boxName =
  /(?:^|[\s_-])(?:admonition(?:block)?|callout|alert|custom-block|notecard|information-macro|starlight-aside|awsdocs-note|hint)(?:$|[\s_-])/i;
/** Kinds that are a class of their own, as in DocBook; they count only if a title follows. */
const bareKind = /(?:^|\s)(?:note|tip|important|warning|caution|attention|danger|hint)(?:$|\s)/i;
/** The kinds of rustdoc and mdBook, which have no other class and no title. */
const untitled = /^\s*(?:warning|caution)\s*$/i;

const titleName = /(?:^|[\s_-])(?:title|heading|label|summary)(?:$|[\s_-])|(?:Heading|Title)(?:$|[\s_])/;
const titleCharactersMax = 120;
const boxNames = new Set(['div', 'aside', 'section', 'blockquote', 'details', 'table', 'p']);
const bareNames = new Set(['div', 'aside', 'blockquote', 'details', 'p']);

const isKindText = (text: string): boolean => {
  const word = text.toLowerCase().replace(/[:.!]$/, '');
  return kinds.has(word) || word === 'see also';
};

const isTitle = (element: DomElement, className = element.className): boolean => {
  const { length } = summarizeText(element);
  if (length === 0 || length > titleCharactersMax) return false;
  if (element.localName === 'summary' || headingNames.includes(element.localName)) return true;
  return titleName.test(className) || (length <= 20 && isKindText(collapsed(element.textContent)));
};

/** Returns the first child with text, if nothing stands before it. */
export const firstInk = (element: DomElement): DomElement | null => {
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (isText(node) && /\S/.test(node.data)) return null;
    if (isElement(node) && summarizeText(node).length > 0) return node;
  }
  return null;
};

/** Most wrappers around a title: a heading bar, a row of a table that arranges the box. */
const titleDepthMax = 5;

const titleOf = (box: DomElement): DomElement | null => {
  let at = firstInk(box);
  for (let depth = 0; at !== null && depth < titleDepthMax; depth += 1) {
    const inner = firstInk(at);
    // A table row with only this cell is not the title itself.
    const isWrapper = inner !== null && /^(?:tbody|tr|table)$/.test(at.localName);
    if (!isWrapper && isTitle(at)) return at;
    at = inner;
  }
  return null;
};

const found = new WeakMap<DomElement, Admonition | null>();

/** Returns the admonition that an element is, or null. Call it once for each element. */
export const detectAdmonition = (element: DomElement): Admonition | null => {
  if (element.className === '' || !boxNames.has(element.localName)) return null;
  const known = found.get(element);
  if (known !== undefined) return known;
  const answer = recognise(element);
  found.set(element, answer);
  return answer;
};

const kindIn = (className: string): string =>
  className
    .toLowerCase()
    .split(/[\s_-]+/)
    .findLast((word) => kinds.has(word)) ?? '';

/** Class names of the parts of a box. */
const partName = /(?:^|[\s_-])(?:body|content|contents|icon|inner|footer)(?:$|[\s_])/i;

/** Says whether a title is that of another box within this one. */
const isOfInnerBox = (title: DomElement, box: DomElement): boolean => {
  const inner = findAncestor(
    title,
    (each) => each === box || (isKnownBox(each) && !partName.test(each.className)),
  );
  return inner !== box;
};
const isKnownBox = ({ localName, className }: DomElement): boolean =>
  boxNames.has(localName) && boxName.test(className);

/**
 * The classes of a box without that which Sphinx makes of a title of the author's: `admonition-my-own-title
 * admonition`. Docusaurus names the kind so, which stays.
 */
const ownClasses = ({ className, classes: { list } }: DomElement): string =>
  list.includes('admonition')
    ? list.filter((name) => !name.startsWith('admonition-') || kinds.has(name.slice(11))).join(' ')
    : className;

const recognise = (element: DomElement): Admonition | null => {
  const { localName } = element;
  const className = ownClasses(element);
  const isBox = boxName.test(className);
  const isBare = bareNames.has(localName) && bareKind.test(className);
  if ((!isBox && !isBare) || partName.test(className) || isTitle(element, className)) return null;
  const title = titleOf(element);
  // A title alone is a heading whose class happens to match.
  if (title !== null && summarizeText(title).length === summarizeText(element).length) return null;
  if (title !== null && isOfInnerBox(title, element)) return null;
  const kind = kindIn(className);
  if (title === null && (kind === '' || (!isBox && !untitled.test(className)))) return null;
  return { kind: capital(kind), title };
};

const capital = (word: string): string =>
  word === 'seealso' ? 'See also' : word.slice(0, 1).toUpperCase() + word.slice(1);
