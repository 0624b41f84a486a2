import { askClasses } from '../dom/class-names.ts';
import type { DomElement } from '../dom/dom.ts';
import { findAncestor } from '../dom/dom-walk.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';
import { blockNames } from '../markdown/element-names.ts';

/** Says whether at least half of an element's text is links, so that it leads elsewhere. */
export const isMadeOfLinks = (element: DomElement): boolean => {
  const { length, linkLength } = summarizeText(element);
  return linkLength >= 0.5 * length;
};

/** Words of what advertises, asks for consent or for an address. */
const advertWords =
  'ads?|advert(?:isement|ising)?s?|sponsor(?:ed)?|promos?|promotion|newsletters?|subscribe|subscription|signup|' +
  'cookies?|consent|paywall|taboola|outbrain';
const holdsWord = (words: string): RegExp => new RegExp(`(?:^|[\\s_-])(?:${words})(?:$|[\\s_-])`, 'i');

const frameNames = holdsWord(
  `${advertWords}|shar(?:e|es|ing)|social|breadcrumbs?|pagination|pager|toolbar|popup|modal|overlay`,
);

/**
 * Says whether a block that was removed for its name or place belongs to the page's frame: navigation, because it is
 * made of links, or advertising, by its name. Other blocks, such as a sidebar's text or comments, count as dropped.
 */
export const isFrameBlock = (element: DomElement): boolean =>
  isMadeOfLinks(element) || frameNames.test(`${element.className} ${element.id}`);

/** Says whether an element stands within what the page itself calls its content. */
export const isInContent = (element: DomElement): boolean =>
  findAncestor(element, ({ localName }) => localName === 'article' || localName === 'main') !== null;

/** Advertising, consent, small print, and texts for those who do not see the page. */
export const neverContent = holdsWord(
  `${advertWords}|gdpr|onetrust|copyright|printfooter|sr-only|visually-?hidden|screen-?reader(?:-text|-only)?`,
);
const frameTags = /^(?:header|footer|nav|aside|dialog|form|button|select|textarea|label)$/;
export const operated = ['button', 'input', 'form', 'select', 'textarea', 'iframe'];

/** Fewer characters are a label. */
const proseCharactersMin = 60;

const isProse = (element: DomElement): boolean => {
  const { length, linkLength } = summarizeText(element);
  return length >= proseCharactersMin && linkLength <= 0.2 * length;
};

const isParagraph = (element: DomElement): boolean => isProse(element) && !holdsAny(element, blockNames);

/** How many neighbours with text are looked at on each side. */
const neighboursMax = 6;

/** Counts the paragraphs among the next neighbours of an element on one side. */
const paragraphsBeside = (
  element: DomElement,
  side: 'previousElementSibling' | 'nextElementSibling',
): number => {
  let [found, seen] = [0, 0];
  for (let at = element[side]; at !== null && seen < neighboursMax; at = at[side]) {
    if (summarizeText(at).length === 0) continue;
    seen += 1;
    if (isParagraph(at)) found += 1;
  }
  return found;
};

/**
 * Says whether an element stands in the middle of a text: paragraphs are its neighbours, one of them before it. What
 * stands beside the whole of a text has the element around that text as its neighbour.
 */
export const standsAmongParagraphs = (element: DomElement): boolean => {
  const before = paragraphsBeside(element, 'previousElementSibling');
  return before > 0 && before + paragraphsBeside(element, 'nextElementSibling') >= paragraphsAroundMin;
};
const paragraphsAroundMin = 2;

/** Says whether an element is prose without a role, the tag or the name of a frame, and that nobody operates. */
const isCalledFrame = (element: DomElement): boolean =>
  isProse(element) &&
  element.getAttribute('role') === null &&
  !frameTags.test(element.localName) &&
  !neverContent.test(`${element.className} ${element.id}`) &&
  !holdsAny(element, operated);

/**
 * Says whether an element is a text within the content that only its class or id calls a frame: a `pager` of prose, the
 * `card-footer` of an offer, a `popup` that explains a word. Whoever leaves it out leaves content out.
 */
export const isProseCalledFrame = (element: DomElement): boolean =>
  isCalledFrame(element) && (isInContent(element) || standsAmongParagraphs(element));

const sidebar = holdsWord('side-?bars?');
const smallPrint = holdsWord('disclaimers?|legal');

/**
 * Says whether an element is called a sidebar and is a box in the middle of a text, as in books, and no small print.
 */
export const isBoxInText = (element: DomElement): boolean => {
  const names = `${element.className} ${element.id}`;
  return (
    sidebar.test(names) && !smallPrint.test(names) && isCalledFrame(element) && standsAmongParagraphs(element)
  );
};

/** Names of links that do something to the page, or to another one, and say nothing in a sentence. */
const doesSomething = holdsWord(
  'shar(?:e|es|ing)|social|promo|sponsor|newsletter|subscribe|signup|close|ads?',
);

/**
 * Says whether an element is a link within a sentence or an entry of a list. What its class calls a dialog is what it
 * opens; its own words belong to the text.
 */
export const isLinkInText = (element: DomElement): boolean => {
  const { localName, parentNode: parent } = element;
  if (localName !== 'a' || parent === null || element.getAttribute('href') === null) return false;
  const { length, linkLength } = summarizeText(parent);
  return length > linkLength && !doesSomething.test(`${element.className} ${element.id}`);
};

const [overlay, lastOfBox] = [/(?:^|[_-])overlay(?:$|[_-])/i, /[_-]footer$/i];
const box = /card|item|block|feature|box|tile|panel|offer|product|entry/i;
/** Names are judged one by one: a pattern over all of them would look at each word again for every box in it. */
const isCalledTextOfBox = askClasses(({ toldList }) =>
  toldList.some((name) => overlay.test(name) || (lastOfBox.test(name) && box.test(name))),
);

/** Says whether an element is the text over the picture of a box, or the last one of a box: it belongs to the box. */
export const isTextOfBox = (element: DomElement): boolean =>
  isCalledTextOfBox(element) && isProseCalledFrame(element);
