import { isElement, isText, nextNode, nodeAfter } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { holdsAny, isBlank, summarizeText } from '../dom/text-summary.ts';

const landmarks: Readonly<Record<string, 'top' | 'end'>> = {
  header: 'top',
  nav: 'top',
  banner: 'top',
  navigation: 'top',
  masthead: 'top',
  navbar: 'top',
  menu: 'top',
  footer: 'end',
  contentinfo: 'end',
  colophon: 'end',
};

/** `site-header` is a header; `header-image-text` says nothing. */
const named = /^(?:(?:site|page|main|global|top)[-_]?)?(header|nav|navbar|menu|masthead|footer|colophon)$/i;

const landmarkOf = (element: DomElement): 'top' | 'end' | null => {
  const byTag = landmarks[element.localName];
  if (byTag !== undefined) return byTag;
  if (element.pairs.length === 0 || element.localName === 'body') return null;
  const role = landmarks[element.getAttribute('role') ?? ''];
  if (role !== undefined) return role;
  for (const name of [element.id, ...element.classes.list]) {
    const word = named.exec(name)?.[1]?.toLowerCase();
    if (word !== undefined) return landmarks[word] ?? null;
  }
  return null;
};

/** What is content although it has no text, and what says that a part is read. */
const content = new Set('img picture video audio iframe object embed canvas input textarea'.split(' '));
const prose = ['p', 'h2', 'h3', 'blockquote', 'pre', 'table', 'dl', 'article', 'main', 'form'];

/** A header of more is one with a text of its own; a footer of more holds more than addresses and small print. */
const headerCharactersMax = 80;
const footerCharactersMax = 600;

/** Whether a landmark holds what frames hold, and nothing to read. */
const isBare = (element: DomElement, place: 'top' | 'end'): boolean => {
  const { length, linkLength, headingLength } = summarizeText(element);
  const own = length - Math.min(length, linkLength);
  if (place === 'end')
    return own <= footerCharactersMax && !holdsAny(element, ['h1', 'article', 'main', 'form']);
  return own - headingLength <= headerCharactersMax && !holdsAny(element, prose);
};

/**
 * Whether a page has a header or a menu, and nothing else but a footer: a template into which nothing was put. Where in
 * doubt it is a page: one with a picture, a field or a line outside of them, or with something to read in them.
 */
export const isFrameAlone = (body: DomElement): boolean => {
  let hasTop = false;
  let node = nextNode(body, body);
  while (node !== null) {
    if (isText(node) && !isBlank(node.data)) return false;
    const place = isElement(node) ? landmarkOf(node) : null;
    if (!isElement(node) || place === null) {
      if (isElement(node) && content.has(node.localName)) return false;
      node = nextNode(node, body);
      continue;
    }
    if (!isBare(node, place)) return false;
    hasTop ||= place === 'top';
    node = nodeAfter(node, body);
  }
  return hasTop;
};
