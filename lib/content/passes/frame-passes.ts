import { classMatches } from '../dom/class-names.ts';
import { findAncestor, collapsed, elementsWithin, isText } from '../dom/dom-walk.ts';
import type { DomElement, DomNode } from '../dom/dom.ts';
import { holdsGuardedData, isDataItself, isTablePart } from '../kind/guarded.ts';
import { namesIn, type Pass } from './pass.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';
import { isBoxInText, isFrameBlock, isInContent, isLinkInText, isTextOfBox } from '../kind/frame-block.ts';
import { isCallOut } from './call-out.ts';
import { isPartOfPrice } from './price-parts.ts';
import { isReferredTo } from './small-print.ts';
import {
  isCarouselOfGoods,
  isDisclosure,
  isBoxWithHeadings,
  isInPanelOfGroup,
  isNoDialog,
} from './spared-parts.ts';
import { repeatedBlocks } from './repeated-blocks.ts';

/**
 * The frame of pages that are made of many small parts: products, listings, threads, start pages. Such pages have no
 * best cluster of paragraphs, so these passes remove what is no content until the content is left. The names are those
 * that developers of unlike sites give the same thing; each word was checked to name no content on pages of at least
 * four sites.
 */

/** Most of a page may be its menus. What matters is the text that these passes leave, which the reader checks. */
const frameShareMax = 0.95;

/** Beside menus, header and footer, a part of the frame leaves at least this share of the text. */
const leftMin = 0.1;

const linkShareOf = (element: DomElement): number => {
  const { length, linkLength } = summarizeText(element);
  return length === 0 ? 0 : linkLength / length;
};

const holdsContent = (element: DomElement): boolean =>
  element.localName === 'main' || holdsAny(element, ['main']);

/** Least number of links in a menu; fewer may be the title of a card. */
const menuLinksMin = 4;
const hasManyLinks = (element: DomElement): boolean =>
  elementsWithin(element, ['a'], menuLinksMin).length >= menuLinksMin;

/** A header with this share of prose is about the page's subject. */
const headerProseMax = 0.6;

/** Says whether a header belongs to the content: it holds the title without a menu, or stands in the content. */
const isContentHeader = (element: DomElement): boolean => {
  if (holdsContent(element) || isTablePart(element)) return true;
  const isMenu = hasManyLinks(element) && linkShareOf(element) >= 1 - headerProseMax;
  if (isMenu) return holdsAny(element, ['article']);
  if (element.localName === 'header' || element.getAttribute('role') === 'banner')
    return isInContent(element) || holdsAny(element, ['h1', 'h2', 'p']);
  return true;
};

/** Says whether what is called a menu is mostly prose. */
export const isMostlyProse = (element: DomElement): boolean =>
  element.localName !== 'nav' && linkShareOf(element) < 0.4 && summarizeText(element).length > 60;

/**
 * Says whether an element named as a menu is none: if it is mostly prose, it is a restaurant's menu, or a tab with its
 * text.
 */
const isNoMenu = (element: DomElement): boolean =>
  holdsContent(element) ||
  element.localName === 'body' ||
  isMostlyProse(element) ||
  isCarouselOfGoods(element) ||
  holdsAny(element, ['article', 'h1', 'pre']);

/** A longer footer of an entry holds more than who wrote it, and when. */
const entryFooterCharactersMax = 160;

/** Says whether a footer closes an entry of a list: it says who wrote it, and when. */
export const isEntryFooter = (element: DomElement): boolean =>
  element.localName === 'footer' &&
  summarizeText(element).length <= entryFooterCharactersMax &&
  findAncestor(element, ({ localName }) => localName === 'article' || localName === 'li') !== null;

const isNoFooter = (element: DomElement): boolean =>
  holdsContent(element) ||
  element.localName === 'body' ||
  holdsAny(element, ['h1', 'article']) ||
  isEntryFooter(element) ||
  isTextOfBox(element) ||
  isBoxWithHeadings(element) ||
  isReferredTo(element);

const isNamedLightbox = classMatches(/lightbox/i);

/** Says whether an element is the link around a picture that shows it larger, and no box over the page. */
const isLinkOfPicture = (element: DomElement): boolean =>
  element.localName === 'a' &&
  element.getAttribute('href') !== null &&
  isNamedLightbox(element) &&
  holdsAny(element, ['img', 'picture']);

const isNoOverlay = (element: DomElement): boolean =>
  isLinkInText(element) ||
  isLinkOfPicture(element) ||
  isDataItself(element) ||
  isNoDialog(element) ||
  holdsContent(element) ||
  element.localName === 'body' ||
  holdsAny(element, ['h1']);

/** A form around all of the page, or a label with a text of its own, is no field. */
const fieldCharactersMax = 1_500;
const isNoField = (element: DomElement): boolean =>
  isDisclosure(element) ||
  holdsContent(element) ||
  (element.localName === 'form' && holdsAny(element, ['h1', 'article', 'table'])) ||
  (element.localName === 'label' && summarizeText(element).length > 60);

const isNoContent = (element: DomElement): boolean =>
  !(holdsContent(element) || element.localName === 'body' || holdsAny(element, ['h1', 'pre']));
const holdsMain = (element: DomElement): boolean => !isNoContent(element);

const textCharactersMin = 60;
const operated = ['a', 'button', 'input', 'form', 'select', 'svg', 'iframe', 'img'];

/** Says whether what is called sharing, or a newsletter, is a text about it: nothing in it can be operated. */
const isTextAbout = (element: DomElement): boolean =>
  /(?:^|[\s_-])(?:shar(?:e|ing)|social|newsletter|subscribe|signup|register|sidebar)(?:$|[\s_-])/i.test(
    element.className,
  ) &&
  summarizeText(element).length >= textCharactersMin &&
  !holdsAny(element, operated);

const skipCharactersMax = 40;
const skipWords = new RegExp(
  `^(?:${[
    '(?:skip|jump) (?:to )?(?:the )?(?:main |primary |page |site )?(?:content|navigation|menu|main|search|footer)',
    'skip to product list',
    'zum (?:haupt)?(?:inhalt|menü)|zur (?:haupt)?(?:navigation|suche)',
    '(?:aller|passer|accéder) (?:directement )?(?:au contenu|à la navigation|au menu|à la recherche)',
    '(?:saltar|ir) al (?:contenido|menú)',
    '(?:vai|salta|passa) al (?:contenuto|menu)',
    '(?:pular|ir|saltar) para o (?:conteúdo|menu)',
    '(?:ga )?naar (?:de )?(?:hoofd)?(?:inhoud|navigatie)',
    'hoppa till (?:huvud)?(?:innehåll|navigering)',
    'gå til (?:hoved)?(?:ind|inn)hold',
    'przejdź do (?:treści|nawigacji|menu)',
  ].join('|')})(?:\\P{L}|$)`,
  'iu',
);

const isBlank = (node: DomNode): boolean => !isText(node) || node.data.trim() === '';

/** Says whether an element is a link over the navigation, by itself, which is seen when the tab key reaches it. */
export const isSkipLink = (element: DomElement): boolean =>
  element.localName === 'a' &&
  element.getAttribute('href')?.startsWith('#') === true &&
  summarizeText(element).length <= skipCharactersMax &&
  skipWords.test(collapsed(element.textContent)) &&
  element.parentNode?.childNodes.every(isBlank) === true;

/** Remove the frame from all of the body, before the main part is looked for. */
export const framePasses: readonly Pass[] = [
  {
    name: 'unseen',
    reason: 'is there for those who do not see the page, who are told what its pictures and signs show',
    shareMax: 0.3,
    elementShareMax: 0.1,
    reachesWords: true,
    names:
      /^(?:sr-only|sr_only|visually-?hidden|visuallyHidden|screen-?reader(?:-text|-only)?|a11y-(?:text|hidden)|u-(?:hidden-visually|visually-?hidden)|hidden-visually|show-for-sr|offscreen|clipped|assistive-text|skip-?(?:link|to-content|to-main|nav).*)$/i,
    matches: isSkipLink,
    spares: (element) => /^h[1-6]$/.test(element.localName) || holdsMain(element),
  },
  {
    name: 'dialogs',
    isFrame: true,
    reason: 'lies over the page until it is closed: dialogs, drawers, consent',
    shareMax: frameShareMax,
    tags: namesIn('dialog'),
    roles: namesIn('dialog alertdialog'),
    words: namesIn(
      'modal modals dialog popup popover lightbox drawer offcanvas cookie cookies consent gdpr onetrust ' +
        'tooltip toast snackbar minicart',
    ),
    reachesWords: true,
    names: /^tool-tips?(?:__content|-content)?$/i,
    spares: isNoOverlay,
  },
  {
    name: 'navigation',
    isFrame: true,
    reason: 'leads elsewhere: menus, breadcrumbs, pagers',
    shareMax: frameShareMax,
    tags: namesIn('nav'),
    roles: namesIn('navigation menubar menu search'),
    words: namesIn(
      'nav navbar navigation menu menus submenu megamenu dropdown breadcrumb breadcrumbs crumb crumbs pagination ' +
        'pager paginator hamburger burger ' +
        'subnav topnav sitenav mainnav navlinks jumplinks',
    ),
    spares: isNoMenu,
  },
  {
    name: 'site-header',
    isFrame: true,
    reason: 'stands on top of every page of the site',
    shareMax: frameShareMax,
    tags: namesIn('header'),
    roles: namesIn('banner'),
    words: namesIn('header masthead topbar head toolbar'),
    spares: isContentHeader,
  },
  {
    name: 'footer',
    isFrame: true,
    reason: 'closes every page of the site: addresses, copyright, small print',
    shareMax: frameShareMax,
    tags: namesIn('footer'),
    roles: namesIn('contentinfo'),
    words: namesIn('footer colophon copyright prefooter subfooter'),
    spares: isNoFooter,
  },
  {
    name: 'asides',
    // Within the main part it may be a box of facts.
    isFrame: (element) => isFrameBlock(element) || !isInContent(element),
    reason: 'stands beside the content',
    shareMax: 0.6,
    leavesMin: leftMin,
    tags: namesIn('aside'),
    roles: namesIn('complementary'),
    spares: (element) =>
      isCallOut(element) || holdsMain(element) || holdsGuardedData(element) || isInPanelOfGroup(element),
  },
  {
    name: 'furniture',
    isFrame: true,
    reason:
      'is called what is no content: sharing, letters to subscribe to, accounts, advertising, small print',
    shareMax: 0.6,
    leavesMin: leftMin,
    names:
      /^(?:mini-?cart|(?:shopping-?)?cart-?(?:drawer|popup|modal|dropdown|summary|sidebar|notification)).*$|^(?:promo(?:tion)?|announcement|notification)s?-?bar$|^(?:secondary-)?side-bar$/i,
    words: namesIn(
      'sidebar social share sharing newsletter subscribe signup signin login register announcement ' +
        'announcements wishlist ' +
        'advert advertisement advertising ads adslot sponsored copyright disclaimer legal language ' +
        'currency country locale',
    ),
    spares: (element) =>
      holdsMain(element) ||
      holdsAny(element, ['pre']) ||
      holdsGuardedData(element) ||
      isTextAbout(element) ||
      isBoxInText(element) ||
      isPartOfPrice(element) ||
      isReferredTo(element),
  },
  {
    name: 'controls',
    reason: 'is operated, not read: forms, fields, buttons',
    shareMax: 0.5,
    charactersMax: fieldCharactersMax,
    tags: namesIn('form button select textarea fieldset label legend option datalist'),
    roles: namesIn('button combobox listbox option tablist'),
    spares: isNoField,
  },
];

/** Remove repeated text from the main part. */
export const repeatPasses: readonly Pass[] = [
  {
    name: 'repeats',
    isRepeat: true,
    reason: 'stands in the page a second time: for another width of screen, or so that a carousel can turn',
    shareMax: 0.6,
    find: (root) => repeatedBlocks(root).filter((element) => !holdsGuardedData(element, true)),
  },
];
