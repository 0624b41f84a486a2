import { findAncestor, collapsed, elementsWithin, isText } from '../../dom/dom-walk.ts';
import type { DomElement, DomNode } from '../../dom/dom.ts';
import { namesIn } from '../../passes/pass.ts';
import { holdsAny, summarizeText } from '../../dom/text-summary.ts';

const lineNames = namesIn('p div small span a h2 h3 h4 h5 section');
const blockNames = ['p', 'div', 'ul', 'ol', 'dl', 'table', 'pre', 'section', 'blockquote', 'article'];
const charactersMax = 160;

/** Lines that many sites of documentation write below each page. A phrase has to match the whole line. */
const phrases: readonly RegExp[] = [
  /^(?:was|is|did) this (?:page|article|section|document(?:ation)?|information|topic|content)\b[^.!?]{0,40}\?(?: (?:yes|no|👍|👎|thanks?.{0,40}))*$/i,
  /^(?:this page (?:was )?)?last (?:modified|updated|edited|changed|reviewed)\b.{0,100}$/i,
  /^this page (?:was )?last (?:modified|updated|edited|changed)\b.{0,100}$/i,
  /^(?:edit|view|improve) (?:this|the) page(?: (?:on|in|at) \w+)?$/i,
  /^(?:edit|view|suggest edits|open)(?: this page| source)? on (?:github|gitlab|bitbucket)$/i,
  /^(?:view this page on github|report a problem with this content|suggest (?:edits|changes)|report (?:an? )?(?:issue|bug|problem)(?: (?:with|on) this page)?)$/i,
  /^(?:help improve (?:mdn|this page)|learn how to contribute|send feedback|give (?:us )?feedback|provide feedback|feedback)$/i,
  /^(?:on this page|in this (?:page|article)|back to top|skip to (?:main )?content|copy (?:page|link|to clipboard)|copied!?|share via)$/i,
];

const notAround = namesIn('li pre code');

const isWords = (node: DomNode | null): boolean => node !== null && isText(node) && node.data.trim() !== '';

/** Says whether words stand directly before or behind an element: it is no line of its own then. */
const isAmongWords = ({ previousSibling, nextSibling }: DomElement): boolean =>
  isWords(previousSibling) || isWords(nextSibling);

/** Says whether an element is a line of its own that consists of such a phrase. */
export const isTailLine = (element: DomElement): boolean => {
  if (!lineNames.has(element.localName)) return false;
  const { length } = summarizeText(element);
  if (length < 4 || length > charactersMax || holdsAny(element, blockNames)) return false;
  // An entry of a list may have such a name, and a name in code too.
  if (findAncestor(element, ({ localName }) => notAround.has(localName)) !== null) return false;
  if (isAmongWords(element)) return false;
  const text = collapsed(element.textContent);
  if (!phrases.some((phrase) => phrase.test(text))) return false;
  // A heading with text behind it is about that text, and belongs to the content.
  return !/^h\d$/.test(element.localName) || !hasTextBehind(element);
};

const paragraphCharactersMin = 80;

const hasTextBehind = (heading: DomElement): boolean => {
  const next = heading.nextElementSibling;
  if (next === null) return false;
  const { length } = summarizeText(next);
  return length >= paragraphCharactersMin || elementsWithin(next, ['li', 'tr', 'pre'], 1).length > 0;
};
