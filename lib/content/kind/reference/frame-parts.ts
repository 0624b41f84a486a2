import { attribute, collapsed, ancestorOf, elementsWithin } from '../../dom-walk.ts';
import type { DomElement } from '../../dom.ts';
import { namesIn } from '../../pass.ts';
import { holdsAny, summaryOf } from '../../text-summary.ts';
import { matchesAny, selectorsIn } from './marks.ts';

/** Landmarks of HTML and of ARIA that stand around a page's content, and what is operated and not read. */
const landmarks = selectorsIn('nav @navigation @search @menubar @banner footer @contentinfo dialog @dialog @alertdialog');
const controls = selectorsIn('form button select textarea input label @button @tablist @tooltip');

/** Names under which many generators and themes put bars, boxes and links that lead elsewhere. */
const names = selectorsIn(
  '.breadcrumb .breadcrumbs .breadcrumb-nav #breadcrumb #breadcrumbs .crumbs .crumb .pagination .pagination-nav .pager .prev-next .prevnext .prev-next-links ' +
    '.page-nav .pagenav .post-nav .nav-links .doc-nav .docs-nav .nav-footer .page-navigation .edit-page .edit-page-link .edit-link .edit-this-page ' +
    '.page-edit .github-edit .improve-page .page-actions .feedback #feedback .page-feedback .doc-feedback .docs-feedback .was-this-helpful ' +
    '.page-rating .helpful .article-votes .headerlink .header-anchor .heading-anchor .anchor-link .anchorjs-link .permalink .skip-link .skip-to-content .skiplink ' +
    '.sr-only .visually-hidden .visuallyhidden .screen-reader-text .screen-reader-only .copy-button .copy-btn .copybtn .btn-copy .btn-clipboard ' +
    '.language-switcher .lang-switcher .language-selector .lang-toggle .version-switcher .version-picker .version-selector .version-dropdown ' +
    '.cookie-banner .cookie-notice .cookie-consent #cookie-banner .on-this-page .page-toc .last-updated .lastupdated .last-modified .page-meta ' +
    '.edit-on-github .site-footer .page-footer #footer .footer .sidebar-nav .toplang .bottomlang .backtotop .back-to-top .top-link #skip .skip .noprint ' +
    '.share-buttons .social-share .disqus #disqus_thread .giscus .utterances .navheader .navfooter',
);

/** Names of boxes beside the text: only of one made of links, because themes call boxes within the text the same. */
const besideNames = selectorsIn(
  '.sidebar #sidebar .side-nav .sidenav .side-bar .menu #menu .nav .navbar #nav .navigation #navigation .mainmenu .submenu .toolbar .tabs .related ' +
    '.related-links .see-also-links .site-header #header .header .top-bar .topbar .masthead .page-header #page-header .aside .rightsidebar .leftsidebar ' +
    '@complementary aside @menu .languages .lang .langs #languages .path #path .up .tagline .logo #logo',
);

const callOutNames =
  /^(?:admonition|callout|call-out|note|tip|hint|warning|caution|important|info|danger|error|success|example|alert|theme-admonition|footnotes?|topic|sidebar|starlight-aside)s?(?:$|[-_])/i;

const isCallOut = ({ className }: DomElement): boolean =>
  className !== '' && className.split(/\s+/).some((name) => callOutNames.test(name));

const linkedShareOf = (element: DomElement): number => {
  const { length } = summaryOf(element);
  if (length === 0) return 1;
  let linked = 0;
  for (const link of elementsWithin(element, ['a'])) linked += summaryOf(link).length;
  return linked / length;
};

/** Boxes of links beside the text. */
const linkedShareMin = 0.6;

const contentNames = ['h1', 'pre', 'table', 'dl'];

/** A heading of an element on its own marks it as a part of the text. */
const holdsContent = (element: DomElement): boolean => holdsAny(element, contentNames);

const isBesideBox = (element: DomElement): boolean =>
  matchesAny(element, besideNames) &&
  !isCallOut(element) &&
  !holdsContent(element) &&
  linkedShareOf(element) >= linkedShareMin;

const isCheckBox = (element: DomElement): boolean =>
  element.localName === 'input' && attribute(element, 'type') === 'checkbox' && element.parentNode?.localName === 'li';

/** Labels may hold a tab's name, or a whole tab; code is shown in buttons. */
const isControl = (element: DomElement): boolean => {
  if (!matchesAny(element, controls) || isCheckBox(element)) return false;
  if (element.localName === 'label' || element.localName === 'form') return !holdsAny(element, ['h1', 'h2', 'pre', 'p', 'li', 'table', 'code']);
  return !holdsContent(element);
};

const isPermalink = (element: DomElement): boolean =>
  element.localName === 'a' &&
  (element.getAttribute('href') ?? '').includes('#') &&
  !holdsAny(element, ['img']) &&
  /^[#¶§🔗\u200b\s]*$/u.test(element.textContent) &&
  ancestorOf(element, ({ localName }) => /^(?:h[1-6]|dt|li|p|td|th|caption|summary|figcaption)$/.test(localName)) !== null;

const barNames = namesIn('p div ul span td small li');
const barCharactersMax = 200;
const barWords =
  /^(?:(?:next|prev(?:ious)?|up|home|top|contents|index|forward|back|first|last)(?: (?:page|chapter|section|topic|article|lesson))?|«|»|‹|›|←|→|<|>|<<|>>|\||\[|\]|·|•|:|,|-|–|—|\s)+$/i;

/** A bar of links to the pages before and after, in words that say no more than that. */
const isPageBar = (element: DomElement): boolean => {
  if (!barNames.has(element.localName)) return false;
  const { length } = summaryOf(element);
  if (length === 0 || length > barCharactersMax || elementsWithin(element, ['a'], 2).length < 2) return false;
  return barWords.test(collapsed(element.textContent));
};

/** Whether an element is a part of the frame around a page's content, told by landmarks and by names that many themes use. */
export const isFramePart = (element: DomElement): boolean => {
  const { localName } = element;
  if (localName === 'a') return isPermalink(element) || (element.pairs.length > 1 && matchesAny(element, names) && summaryOf(element).length < 30);
  if (/^h[1-6]$/.test(localName)) return false;
  if (matchesAny(element, landmarks)) return !holdsAny(element, ['h1', 'pre']) && !isCallOut(element);
  if (element.pairs.length > 0 && matchesAny(element, names)) return !holdsContent(element);
  return isControl(element) || isBesideBox(element) || isPageBar(element);
};
