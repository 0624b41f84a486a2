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

/** Names of landmarks: `site-header` is a header; `header-image-text` is none. */
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

/** Elements that are content although they have no text, and elements with text to read. */
const content = new Set('img picture video audio iframe object embed canvas input textarea'.split(' '));
const prose = ['p', 'h2', 'h3', 'blockquote', 'pre', 'table', 'dl', 'article', 'main', 'form'];

/** A longer header has a text of its own; a longer footer holds more than addresses and small print. */
const headerCharactersMax = 80;
const footerCharactersMax = 600;

/** Says whether a landmark holds only what frames hold, and nothing to read. */
const isBare = (element: DomElement, place: 'top' | 'end'): boolean => {
  const { length, linkLength, headingLength } = summarizeText(element);
  const own = length - Math.min(length, linkLength);
  if (place === 'end')
    return own <= footerCharactersMax && !holdsAny(element, ['h1', 'article', 'main', 'form']);
  return own - headingLength <= headerCharactersMax && !holdsAny(element, prose);
};

/** A footer without a header above it is a frame if it is mostly links, or has at most this much beside them. */
const smallPrintCharactersMax = 160;

const isSurelyEnd = (element: DomElement): boolean => {
  const { length, linkLength } = summarizeText(element);
  return length > 0 && length - linkLength <= Math.max(linkLength, smallPrintCharactersMax);
};

/**
 * Says whether a page has a header or a menu and otherwise at most a footer, or a footer of links or small print alone:
 * an empty template. In doubt it is a page with content: one with a picture, a field or a line outside of them, or with
 * text to read in them.
 */
export const isFrameAlone = (body: DomElement): boolean => {
  let hasFrame = false;
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
    hasFrame ||= place === 'top' || isSurelyEnd(node);
    node = nodeAfter(node, body);
  }
  return hasFrame;
};
