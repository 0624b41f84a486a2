import { askClasses } from '../dom/class-names.ts';
import type { DomElement } from '../dom/dom.ts';
import { findAncestor } from '../dom/dom-walk.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';

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
const neverContent = holdsWord(
  `${advertWords}|gdpr|onetrust|copyright|printfooter|sr-only|visually-?hidden|screen-?reader(?:-text|-only)?`,
);
const frameTags = /^(?:header|footer|nav|aside|dialog|form|button|select|textarea|label)$/;
const operated = ['button', 'input', 'form', 'select', 'textarea', 'iframe'];

/** Fewer characters are a label. */
const proseCharactersMin = 60;

/**
 * Says whether an element is a text within the content that only its class or id calls a frame: a `pager` of prose, the
 * `card-footer` of an offer, a `popup` that explains a word. Whoever leaves it out leaves content out.
 */
export const isProseCalledFrame = (element: DomElement): boolean => {
  const { length, linkLength } = summarizeText(element);
  return (
    length >= proseCharactersMin &&
    linkLength <= 0.2 * length &&
    element.getAttribute('role') === null &&
    !frameTags.test(element.localName) &&
    !neverContent.test(`${element.className} ${element.id}`) &&
    isInContent(element) &&
    !holdsAny(element, operated)
  );
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
