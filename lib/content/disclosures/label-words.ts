import { collapsed } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { summarizeText } from '../dom/text-summary.ts';
import { isCallOutLine } from '../passes/junk-phrases.ts';

/** A longer text is no label. */
const labelCharactersMax = 300;

const acts = 'toggle|open|close|show|hide|view|see|expand|collapse';
const objects =
  'more|less|all|full|this|the|menu|navigation|details?|answers?|transcript|content|section|list|info|text|' +
  'captions?|comments?|replies|filters?|search|sidebar|panel|table|options|settings';
const alone =
  'menu|search|filters?|sort|options|settings|details|languages?|contents|table of contents|all|\\W*';

/** What a button says about itself alone: "Show all answers", "On this page". */
const control = new RegExp(
  `^(?:(?:(?:${acts})(?: (?:${objects}))*\\s*)+|(?:on|in) this \\w+|${alone})[\\s.:…]*$`,
  'i',
);

/**
 * Says whether an element heads a text, as a question does, and does not only tell to open something. Its length is
 * counted already: a long text, of which elements may be nested deeply, is not read.
 */
export const headsText = (element: DomElement): boolean => {
  const { length } = summarizeText(element);
  if (length === 0 || length > labelCharactersMax) return false;
  const text = collapsed(element.textContent);
  return !control.test(text) && !isCallOutLine(text, 0, false);
};
