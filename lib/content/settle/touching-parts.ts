import { createText, type ParsedPage } from '../dom/document.ts';
import { commentNode, elementsWithin, findAncestor, isElement } from '../dom/dom-walk.ts';
import type { DomElement, DomNode } from '../dom/dom.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';

/** Elements that hold a part of a line, and that style sheets also place apart. */
const partNames = ['a', 'b', 'em', 'i', 'small', 'span', 'strong', 'time'];
const isPart = new Set(partNames);
/** In code, and in what is drawn letter by letter, nothing stands apart that touches. */
const isTight = ({ localName }: DomElement): boolean => localName === 'pre' || localName === 'code';

/** A longer text is a paragraph, and the same is true of a page with more parts. */
const [charactersMax, elementsMax] = [300, 50_000] as const;

const endsAsWord = /[\p{Ll}\p{N}]$/u;
const beginsAsName = /^\p{Lu}[\p{L}\p{N}]/u;
const beginsAsWord = /^[\p{Lu}\p{Ll}\p{N}]/u;
const endsAsCased = /[\p{Lu}\p{Ll}\p{N}]$/u;
const severalWords = /\S\s+\S/u;

const isLink = (element: DomElement): boolean =>
  element.localName === 'a' && element.getAttribute('href') !== null;

/** Most nodes between two parts: each part looks for its next one anew. */
const skippedMax = 8;

const isComment = (node: DomNode): boolean => node.nodeType === commentNode;
const isCommentOrEmpty = (node: DomNode): boolean =>
  isComment(node) || (isElement(node) && isPart.has(node.localName) && node.firstChild === null);

const nextPart = (element: DomElement): DomElement | null => {
  let next: DomNode | null = element.nextSibling;
  // An empty element behind a text is drawn as a dot or a line; behind a link it may be the sign of a path.
  const isSkipped = isLink(element) ? isComment : isCommentOrEmpty;
  for (let skipped = 0; next !== null && isSkipped(next); next = next.nextSibling) {
    skipped += 1;
    if (skipped > skippedMax) return null;
  }
  return next !== null && isElement(next) && isPart.has(next.localName) ? next : null;
};

const mayTouch = (element: DomElement): boolean => {
  const { length } = summarizeText(element);
  return (
    length > 1 && length <= charactersMax && !holdsAny(element, ['br', 'img', 'sub', 'sup', 'svg', 'wbr'])
  );
};

/**
 * Says whether two parts of a line that touch are two things. Two links are: no word has two addresses. So are a text
 * and one that begins with a capital, of which one has several words: `<span>REI Co-op</span><span>Trailmade</span>`.
 * `<span>Git</span><span>Hub</span>` may be one word.
 */
const areApart = (before: DomElement, after: DomElement): boolean => {
  if (!mayTouch(before) || !mayTouch(after)) return false;
  const [left, right] = [before.textContent, after.textContent];
  if (isLink(before) && isLink(after)) return endsAsCased.test(left) && beginsAsWord.test(right);
  return (
    endsAsWord.test(left) && beginsAsName.test(right) && (severalWords.test(left) || severalWords.test(right))
  );
};

/**
 * Puts a space between parts of a line that touch in the page's source and that its style sheets show apart, so that
 * no words are glued together. External style sheets are not read: the parts' texts decide.
 */
export const separateTouchingParts = ({ body }: ParsedPage): void => {
  for (const element of elementsWithin(body, partNames, elementsMax)) {
    const next = nextPart(element);
    if (next === null || !areApart(element, next) || findAncestor(element, isTight) !== null) continue;
    next.parentNode?.insertBefore(createText(' '), next);
  }
};
