import { findAncestor, collapsed, elementsWithin, isText, nextNode } from '../../dom/dom-walk.ts';
import type { DomElement } from '../../dom/dom.ts';
import { namesIn } from '../../passes/pass.ts';
import { holdsAny, summarizeText } from '../../dom/text-summary.ts';

const lineNames = namesIn('p div small span a h2 h3 h4 h5 section');
const blockNames = ['p', 'div', 'ul', 'ol', 'dl', 'table', 'pre', 'section', 'blockquote', 'article'];
const charactersMax = 160;

/** Lines that many sites of documentation write below each page. A phrase has to match the whole line. */
const phrases: readonly RegExp[] = [
  /^(?:was|is|did) this (?:page|article|section|document(?:ation)?|information|topic|content)\b[^.!?]{0,40}\?(?: (?:yes|no|👍|👎|thanks?.{0,40}))*$/i,
  /^(?:(?:was|is) (?:this|it)|(?:did )?you find (?:this|it)(?: page| article)?) (?:helpful|useful)(?: to you)? ?\?$/i,
  /^(?:rate|how (?:helpful|useful) (?:was|is)) this (?:page|article|topic)\b.{0,40}$/i,
  /^(?:© ?(?:copyright )?|copyright ©).{0,40}\b(?:19|20)\d\d\b.{0,80}$/i,
  /^(?:created|built|made|generated|powered) (?:using|with|by) (?:sphinx|mkdocs|docusaurus|doxygen|hugo|jekyll|gitbook|mdbook|vitepress|antora|jsdoc|typedoc)\b.{0,120}$/i,
  /^(?:this page (?:was )?)?last (?:modified|updated|edited|changed|reviewed)\b.{0,100}$/i,
  /^this page (?:was )?last (?:modified|updated|edited|changed)\b.{0,100}$/i,
  /^(?:edit|view|improve) (?:this|the) page(?: (?:on|in|at) \w+)?$/i,
  /^(?:edit|view|suggest edits|open)(?: this page| source)? on (?:github|gitlab|bitbucket)$/i,
  /^(?:view this page on github|report a problem with this content|suggest (?:edits|changes)|report (?:an? )?(?:issue|bug|problem)(?: (?:with|on) this page)?)$/i,
  /^(?:help improve (?:mdn|this page)|learn how to contribute|send feedback|give (?:us )?feedback|provide feedback|feedback)$/i,
  /^(?:on this page|in this (?:page|article)|back to top|skip to (?:main )?content|return to main contents|copy (?:page|link|to clipboard)|copied!?|share via)$/i,
];

/** What stands in a part of such lines beside them: answers to a question, and what separates links. */
const besides = /^(?:yes|no|submit|send|thanks?\b.{0,40}|[👍👎•·|/,–—-]+)$/iu;

const isPhrase = (text: string): boolean => phrases.some((phrase) => phrase.test(text));

const notAround = namesIn('li pre code');

/** Says whether words stand directly before or behind an element: it is no line of its own then. */
const isAmongWords = ({ previousSibling, nextSibling }: DomElement): boolean =>
  [previousSibling, nextSibling].some(
    (node) => node !== null && isText(node) && node.data.trim() !== '' && !besides.test(node.data.trim()),
  );

const isAround = ({ localName }: DomElement): boolean => notAround.has(localName);

/** Says whether an element is a line of its own that consists of such a phrase. */
export const isTailLine = (element: DomElement): boolean => {
  const { length } = summarizeText(element);
  // Most links stand among words, which is cheaper to see than what they say.
  if (length < 4 || length > partCharactersMax || isAmongWords(element)) return false;
  // A heading with text behind it is about that text, and belongs to the content.
  const isHeading = /^h\d$/.test(element.localName);
  if (!(isWholeLine(element, length) || (!isHeading && isTailPart(element)))) return false;
  // An entry of a list may have such a name, and a name in code too.
  if (findAncestor(element, isAround) !== null) return false;
  return !isHeading || !hasTextBehind(element);
};

const isWholeLine = (element: DomElement, length: number): boolean =>
  lineNames.has(element.localName) &&
  length <= charactersMax &&
  !holdsAny(element, blockNames) &&
  isPhrase(collapsed(element.textContent));

/** Longest part of such lines, and how many nodes it may have. */
const partCharactersMax = 300;
const nodesMax = 100;
const notInPart = ['ul', 'ol', 'dl', 'table', 'pre', 'blockquote', 'article', 'img'];

/**
 * Says whether an element holds such lines and what stands beside them, and nothing else: a question and its answers.
 */
const isTailPart = (element: DomElement): boolean => {
  if (!isPartName(element.localName) || holdsAny(element, notInPart)) return false;
  let [nodes, found] = [0, false];
  for (let node = nextNode(element, element); node !== null; node = nextNode(node, element)) {
    nodes += 1;
    if (nodes > nodesMax) return false;
    const text = isText(node) ? collapsed(node.data) : '';
    if (text === '') continue;
    const isOne = isPhrase(text);
    if (!isOne && !besides.test(text)) return false;
    found ||= isOne;
  }
  return found;
};

/** Elements of components have names with a hyphen. */
const isPartName = (name: string): boolean => partNames.has(name) || name.includes('-');
const partNames = namesIn('p div section fieldset aside span');

const paragraphCharactersMin = 80;

/** Says whether a heading has a text of its own; lines that many pages have below theirs are none. */
const hasTextBehind = (heading: DomElement): boolean => {
  let next = heading.nextElementSibling;
  for (let skipped = 0; next !== null && skipped < nodesMax; skipped += 1) {
    if (summarizeText(next).length > 0 && !isTailLine(next)) break;
    next = next.nextElementSibling;
  }
  if (next === null) return false;
  const { length } = summarizeText(next);
  return length >= paragraphCharactersMin || elementsWithin(next, ['li', 'tr', 'pre'], 1).length > 0;
};
