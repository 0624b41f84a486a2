import type { DomElement } from '../../dom/dom.ts';
import { someSelector, selectorsIn } from './marks.ts';

/** Landmarks of HTML and of ARIA that stand around a page's content. */
const landmarks = 'nav @navigation @search @menubar @banner footer @contentinfo dialog @dialog @alertdialog';

/** Elements that readers operate and do not read. */
const controls = 'form button select textarea input label @button @tablist @tooltip';

/** Names under which many generators and themes put bars, boxes and links that lead elsewhere. */
const named =
  `
  .breadcrumb .breadcrumbs .breadcrumb-nav #breadcrumb #breadcrumbs .crumbs .crumb .pagination .pagination-nav .pager
  .prev-next .prevnext .prev-next-links .page-nav .pagenav .post-nav .nav-links .doc-nav .docs-nav ` +
  `.nav-footer .page-navigation
  .navheader .navfooter .edit-page .edit-page-link .edit-link .edit-this-page .page-edit .github-edit ` +
  `.improve-page .page-actions
  .edit-on-github .feedback #feedback .page-feedback .doc-feedback .docs-feedback .was-this-helpful ` +
  `.page-rating .helpful
  .article-votes .skip-link .skip-to-content
  .skiplink .skip #skip .sr-only .visually-hidden .visuallyhidden .screen-reader-text .screen-reader-only ` +
  `.copy-button .copy-btn
  .copybtn .btn-copy .btn-clipboard .language-switcher .lang-switcher .language-selector ` +
  `.language-selection .lang-toggle
  .version-switcher .version-picker .version-selector .version-dropdown .toplang .bottomlang .cookie-banner ` +
  `.cookie-notice
  .cookie-consent #cookie-banner .on-this-page .page-toc .last-updated .lastupdated .last-modified ` +
  `.page-meta .site-footer
  .page-footer #footer .footer .sidebar-nav .backtotop .back-to-top .top-link .share-buttons .social-share ` +
  `.disqus #disqus_thread
  .giscus .utterances .noprint .dropdown-panel .dropdown-menu .dropdown-trigger`;

/** Names of links to their own place. Some generators make the words themselves such a link. */
const anchors = '.headerlink .header-anchor .heading-anchor .anchor-link .anchorjs-link .permalink';

/**
 * Names of boxes beside the text that themes also give to boxes within it. Only a box made of links is beside the text.
 */
const beside =
  `
  .sidebar #sidebar .side-nav .sidenav .side-bar .menu #menu .nav .navbar #nav .navigation #navigation ` +
  `.mainmenu .submenu
  .toolbar .tabs .related .related-links .see-also-links .aside .rightsidebar .leftsidebar @complementary ` +
  `aside @menu .languages .lang .langs #languages .path #path .up`;

/** Names of the part on top of every page of a site: its name, a logo, a motto. */
const mastheads =
  `
  .site-header #site-header #header .header .top-bar .topbar .masthead #masthead .page-header #page-header ` +
  `.logo #logo .tagline
  .site-title .site-name .site-branding`;

/** The part that an element plays in a page, by its name, role, classes and id. */
export const framePart = { landmark: 1, control: 2, named: 4, beside: 8, masthead: 16, anchor: 32 } as const;

const bits = new Map<string, number>();
for (const [bit, selectors] of [
  [framePart.landmark, landmarks],
  [framePart.control, controls],
  [framePart.named, named],
  [framePart.beside, beside],
  [framePart.masthead, mastheads],
  [framePart.anchor, anchors],
] as const)
  for (const selector of selectorsIn(selectors)) bits.set(selector, (bits.get(selector) ?? 0) | bit);

/** Returns bits of `framePart`. */
export const namedFrameParts = (element: DomElement): number => {
  let found = 0;
  someSelector(element, (selector) => {
    found |= bits.get(selector) ?? 0;
    return false;
  });
  return found;
};
