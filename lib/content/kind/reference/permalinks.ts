import { collapsed, elementsWithin, findAncestor, isText, nextNode, nodeAfter } from '../../dom/dom-walk.ts';
import type { DomElement, DomNode } from '../../dom/dom.ts';
import { holdsAny, summarizeText } from '../../dom/text-summary.ts';

/**
 * Links to their own place. Most stand beside the words of a heading or a term and say nothing. mandoc, VuePress and
 * others make the words themselves such a link.
 */

const headingOrTerm = /^(?:h[1-6]|dt)$/;
const placeName = /^(?:h[1-6]|dt|li|p|td|th|caption|summary|figcaption)$/;

/** Elements that mark words which a reader is to type, a sign among them, and those that stress words. */
const codeNames = ['code', 'kbd', 'samp', 'tt', 'var', 'b'];
const markNames = [...codeNames, 'strong', 'em', 'i'];

const holdsCode = (link: DomElement): boolean =>
  holdsAny(link, codeNames) && elementsWithin(link, codeNames).some((code) => summarizeText(code).length > 0);

/** Says whether a link is one to its own place with no text, or a sign as its text. */
export const isEmptyPermalink = (link: DomElement): boolean =>
  (link.getAttribute('href') ?? '').includes('#') &&
  !holdsAny(link, ['img']) &&
  /^[#¶§🔗\u200b\s]*$/u.test(link.textContent) &&
  !holdsCode(link) &&
  findAncestor(link, ({ localName }) => placeName.test(localName)) !== null;

const linkCharactersMax = 30;

/**
 * Says whether a link stands beside the words of its block. Some generators make the heading's own words a link, which
 * is not beside them.
 */
export const isBeside = (link: DomElement): boolean => {
  const { length } = summarizeText(link);
  return (
    length < linkCharactersMax && (link.parentNode === null || summarizeText(link.parentNode).length > length)
  );
};

/** What a link to its own place says of itself, in English. */
const ownWords = /^(?:(?:copy|direct|permanent|anchor|heading|section)\s)*(?:permalink|link|anchor)\b/i;

const isIcon = ({ className }: DomElement): boolean => /icon|material|symbol|(?:^|\s)fa-/i.test(className);

const holdsMarkedWords = (link: DomElement): boolean =>
  holdsAny(link, markNames) &&
  elementsWithin(link, markNames).some((part) => summarizeText(part).length > 0 && !isIcon(part));

/** Says whether nothing with text stands between the end of `link` and the end of `block`. */
const endsBlock = (link: DomElement, block: DomElement): boolean => {
  let node: DomNode | null = nodeAfter(link, block);
  while (node !== null && !(isText(node) && /\S/.test(node.data))) node = nextNode(node, block);
  return node === null;
};

/**
 * Says whether a link that is called a permalink or an anchor stands beside the words of its block, and is none of
 * them: it is a sign, says that it is a link, or is a label without markup behind a heading, in whatever language.
 */
export const isEmptyAnchor = (link: DomElement): boolean => {
  if (!isBeside(link) || holdsMarkedWords(link)) return false;
  const text = collapsed(link.textContent);
  if (!/[\p{L}\p{N}]/u.test(text) || ownWords.test(text)) return true;
  const block = findAncestor(link, isHeadingOrTerm);
  return block !== null && endsBlock(link, block);
};

const isHeadingOrTerm = ({ localName }: DomElement): boolean => headingOrTerm.test(localName);

/** Says whether a link within its page is all that a heading or a term says. */
export const isWholeHeading = (link: DomElement): boolean => {
  if (link.localName !== 'a' || !(link.getAttribute('href') ?? '').startsWith('#')) return false;
  const { length } = summarizeText(link);
  const block = findAncestor(link, isHeadingOrTerm);
  return length > 1 && block !== null && summarizeText(block).length === length;
};
