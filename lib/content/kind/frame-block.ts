import type { DomElement } from '../dom/dom.ts';
import { findAncestor } from '../dom/dom-walk.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';

/** Says whether at least half of an element's text is links, so that it leads elsewhere. */
export const isMadeOfLinks = (element: DomElement): boolean => {
  const { length, linkLength } = summarizeText(element);
  return linkLength >= 0.5 * length;
};

const frameNames =
  /(?:^|[\s_-])(?:ads?|advert(?:isement|ising)?s?|sponsor(?:ed)?|promos?|promotion|newsletters?|subscribe|subscription|signup|shar(?:e|es|ing)|social|cookies?|consent|breadcrumbs?|pagination|pager|toolbar|popup|modal|overlay|paywall|taboola|outbrain)(?:$|[\s_-])/i;

/**
 * Says whether a block that was removed for its name or place belongs to the page's frame: navigation, because it is
 * made of links, or advertising, by its name. Other blocks, such as a sidebar's text or comments, count as dropped.
 */
export const isFrameBlock = (element: DomElement): boolean =>
  isMadeOfLinks(element) || frameNames.test(`${element.className} ${element.id}`);

export const isInContent = (element: DomElement): boolean =>
  findAncestor(element, ({ localName }) => localName === 'article' || localName === 'main') !== null;

/** Advertising, consent, small print, and texts for those who do not see the page. */
const neverContent =
  /(?:^|[\s_-])(?:ads?|advert(?:isement|ising)?s?|sponsor(?:ed)?|promos?|promotion|newsletters?|subscribe|subscription|signup|cookies?|consent|gdpr|onetrust.*|copyright|printfooter|sr-only|visually-?hidden|screen-?reader(?:-text|-only)?|paywall|taboola|outbrain)(?:$|[\s_-])/i;
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

const boxOverPicture = /(?:^|[\s_-])overlay(?:$|[\s_-])/i;
const endOfBox =
  /(?:^|\s)\S*(?:card|item|block|feature|box|tile|panel|offer|product|entry)\S*[_-]footer(?:$|\s)/i;

/** Says whether an element is the text over the picture of a box, or the last one of a box: it belongs to the box. */
export const isTextOfBox = (element: DomElement): boolean =>
  (boxOverPicture.test(element.className) || endOfBox.test(element.className)) && isProseCalledFrame(element);
