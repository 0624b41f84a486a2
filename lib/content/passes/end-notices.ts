import { collapsed, isElement } from '../dom/dom-walk.ts';
import type { DomElement, DomNode } from '../dom/dom.ts';
import { summarizeText } from '../dom/text-summary.ts';

/** Longest notice; what is longer says something else as well. */
const charactersMax = 400;
const rightsCharactersMax = 160;
/** Notices that stand behind each other at the end of a page. */
const noticesMax = 4;

/** A sentence may begin with the word as well: without the sign, all rights are reserved. */
const rights = /^(?:copyright )?(?:©|\(c\))|^copyright (?:19|20)\d\d\b.*\ball rights reserved\b/i;
const aboutCookies = /\bcookies\b/i;
/** A text about cookies has these words as well, but not at the end of a page and so near to each other. */
const asksConsent =
  /\bby (?:using|clicking|continuing|browsing|visiting|accepting)\b.{0,120}\b(?:agree|consent|accept)|\bto our (?:use of )?cookies\b/i;

const isNotice = (text: string): boolean =>
  (text.length <= rightsCharactersMax && rights.test(text) && /\b(?:19|20)\d\d\b/.test(text)) ||
  (text.length <= charactersMax && aboutCookies.test(text) && asksConsent.test(text));

const isBlank = (node: DomNode): boolean =>
  isElement(node) ? summarizeText(node).length === 0 : node.data.trim() === '';

/** Returns the last child of an element that has a text; null if none has. */
const lastWithText = (element: DomElement, before: DomNode | null): DomNode | null => {
  let node = before === null ? element.lastChild : before.previousSibling;
  while (node !== null && isBlank(node)) node = node.previousSibling;
  return node;
};

/** The elements that hold the last text of a part, from the outermost to the innermost. */
const lastElements = (root: DomElement, before: DomNode | null): DomElement[] => {
  const found: DomElement[] = [];
  let node = lastWithText(root, before);
  while (node !== null && isElement(node)) {
    found.push(node);
    node = lastWithText(node, null);
  }
  return found;
};

/**
 * Finds the notices with which a page ends: who has the rights, and what asks for consent to cookies. Sites put them
 * behind the footer, or in boxes whose names say nothing.
 */
export const endNotices = (body: DomElement): DomElement[] => {
  const notices: DomElement[] = [];
  let [root, before]: [DomElement, DomNode | null] = [body, null];
  while (notices.length < noticesMax) {
    const notice: DomElement | undefined = lastElements(root, before).find(
      (element) => summarizeText(element).length <= charactersMax && isNotice(collapsed(element.textContent)),
    );
    if (notice === undefined) return notices;
    notices.push(notice);
    // What stands before it in the same box may be another; else what stands before the box.
    [root, before] = [notice.parentNode ?? body, notice];
    while (root !== body && lastWithText(root, before) === null)
      [root, before] = [root.parentNode ?? body, root];
  }
  return notices;
};
