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

/** Says whether the text of a button heads a text, as a question does, and does not only tell to open something. */
export const headsText = (text: string): boolean =>
  text !== '' && text.length <= labelCharactersMax && !control.test(text) && !isCallOutLine(text, 0, false);
