import type { DomElement } from '../dom/dom.ts';
import { summarizeText } from '../dom/text-summary.ts';

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
