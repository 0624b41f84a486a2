import { classMatches } from '../dom/class-names.ts';
import { attribute, findAncestor, collapsed } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { isHidden } from '../dom/hiding-rules.ts';
import { cleanupPasses } from './cleanup-passes.ts';
import { registerPasses } from './match-passes.ts';
import { isBoxInText, isFrameBlock, isMadeOfLinks } from '../kind/frame-block.ts';
import { holdsGuardedData } from '../kind/guarded.ts';
import { endNotices } from './end-notices.ts';
import { namesIn, type Pass } from './pass.ts';
import { isCallOut } from './call-out.ts';
import { lineNumbers } from './line-numbers.ts';
import { isOpened } from '../disclosures/panel-text.ts';
import { isPanel } from './panel.ts';
import { isInPanelOfGroup, isNoDialog } from './spared-parts.ts';
import { framePasses, isEntryFooter, isMostlyProse, isSkipLink, repeatPasses } from './frame-passes.ts';
import { postPasses } from './post-passes.ts';
import { listingPasses, productPasses } from './offer-passes.ts';
import { holdsAny, summarizeText } from '../dom/text-summary.ts';

/** Formulas are drawn beside their source, and the source is the hidden part. */
const holdsFormula = (element: DomElement): boolean => holdsAny(element, ['math']);

const labelCharactersMax = 40;

/**
 * Says whether an element is a field or the label of one. A list of tasks has boxes to check, whose labels are the
 * tasks.
 */
const isInput = (element: DomElement): boolean => {
  if (element.localName === 'input') return attribute(element, 'type') !== 'checkbox';
  if (element.localName !== 'label' || holdsAny(element, ['input', 'li'])) return false;
  return summarizeText(element).length <= labelCharactersMax;
};

/** A form that nothing can be put into or sent with is no control. */
const isFormWithoutFields = (element: DomElement): boolean =>
  element.localName === 'form' && !holdsAny(element, ['input', 'select', 'textarea', 'button']);

/** Says whether what is called a menu, without a role, is one of dishes. */
const isMenuOfProse = (element: DomElement): boolean =>
  element.getAttribute('role') === null &&
  /(?:^|\s)menu(?:\s|$)/i.test(element.className) &&
  isMostlyProse(element);

const isPermalink = (element: DomElement): boolean =>
  element.localName === 'a' &&
  (element.getAttribute('href') ?? '').includes('#') &&
  element.firstElementChild === null &&
  /^[#¶§🔗]?$/u.test(collapsed(element.textContent)) &&
  findAncestor(element, ({ localName }) => /^(?:h[1-6]|dt)$/.test(localName)) !== null;

/** Says whether an element's text is the name of a sign that a font draws in its place: `shopping_cart`. */
const isNamedSign = (element: DomElement): boolean =>
  isIconFont(element) &&
  summarizeText(element).length <= signCharactersMax &&
  /^[a-z0-9_\p{Co}]+$/u.test(collapsed(element.textContent));
const signCharactersMax = 40;
const isIconFont = classMatches(/(?:^|\s)material-(?:icons|symbols)(?:-\w+)?(?:\s|$)/);

const textWithoutScriptsMin = 300;

/**
 * Says whether a page shows more without scripts than that scripts are wanted: a text with headings or paragraphs. What
 * repeats another text of the page goes with the other repeats.
 */
const holdsTextWithoutScripts = (element: DomElement): boolean =>
  summarizeText(element).length >= textWithoutScriptsMin && holdsAny(element, ['h2', 'h3', 'h4', 'p', 'li']);

const cookieNames =
  /^(?:cookie-law-info-bar|cky-consent.*|cmplz-cookiebanner.*|moove_gdpr_cookie_info_bar|iubenda-cs-banner|usercentrics-root|osano-cm-window|tarteaucitron.*|hs-eu-cookie-confirmation|(?:cookies?|gdpr|consent)[-_]?(?:banner|bar|consent|notice|popup|message|policy-banner|wall|overlay|modal)|onetrust.*|cc-window|cc-banner|CybotCookiebotDialog|qc-cmp.*|didomi.*)$/i;

const navigationNames =
  /^(?:nav(?:bar|header|footer|igation|-?links?|-?menu)?|(?:main|site|top|page|post|sub|global)[-_]?nav(?:igation)?|breadcrumbs?|menu|pagination|pager|toc-?sidebar|skip-(?:link|to-content|nav)|sphinxsidebar(?:wrapper)?|mw-editsection|noprint)$/i;

const furnitureNames =
  /^(?:share|sharing|social(?:-?(?:share|links|media|icons|buttons))?|share-?(?:bar|buttons|links|tools)|newsletter(?:-?(?:signup|form))?|subscribe(?:-?(?:box|form))?|related(?:-?(?:posts|articles|links|content|stories))?|recommended(?:-?(?:posts|articles))?|advert(?:isement|ising)?|ads?|ad-?(?:container|slot|wrapper|banner)|sponsored|promo|sidebar|site-?(?:header|footer)|page-?footer|disqus_thread|comments?(?:-?(?:area|section|list))?)$/i;

/** Remove text that is only for the parser. They run first, because shares are counted in the remaining text. */
export const silentPasses: readonly Pass[] = [
  {
    name: 'scripts',
    reason: 'is read by the browser alone',
    shareMax: 1,
    reachesCode: true,
    tags: namesIn('script style template link meta base title'),
  },
];

/** Remove what no reader sees, also if the whole page is wanted. */
export const technicalPasses: readonly Pass[] = [
  {
    name: 'no-script',
    reason: 'is shown only without scripts, and repeats what they show',
    shareMax: 0.5,
    tags: namesIn('noscript'),
    // Only here do pictures that a script loads have their address; readability puts it in place.
    spares: (element) => holdsAny(element, ['img']) || holdsTextWithoutScripts(element),
  },
  {
    name: 'drawings',
    reason: 'is drawn, not read',
    shareMax: 0.2,
    tags: namesIn('svg canvas'),
    reachesWords: true,
    names: /^(?:katex-html|MathJax(?:_Preview|_Display|_SVG|_CHTML)?|mjx-chtml)$/,
    matches: isNamedSign,
    spares: holdsFormula,
  },
  {
    name: 'players',
    reason: 'is operated to watch or hear: times, volume and settings of a player',
    shareMax: 0.2,
    reachesWords: true,
    // What Video.js, JW Player, MediaElement.js, Plyr and Flowplayer put around a video. The video itself stays.
    names:
      /^(?:vjs-(?!tech$|poster$)[\w-]+|jw-(?:controls|controlbar|overlays|settings-menu|error-msg)|mejs(?:-|__)(?:controls|layers|offscreen)|plyr__(?:controls|menu|captions)|fp-(?:ui|controls|help))$/,
    spares: (element) => holdsAny(element, ['video', 'audio', 'iframe', 'h1', 'p']),
  },
  {
    name: 'line-numbers',
    reason: 'counts the lines of code',
    shareMax: 0.2,
    reachesCode: true,
    reachesWords: true,
    names: /^(?:linenos?|line-?numbers?|gutter|rouge-gutter|hljs-ln-numbers|ln-num)$/i,
    spares: (element) => !/^[\d\s.:|]*$/.test(element.textContent),
  },
  {
    name: 'line-numbers',
    reason: 'counts the lines of code',
    shareMax: 0.2,
    find: lineNumbers,
  },
  {
    name: 'hidden',
    reason: 'is not shown',
    shareMax: 0.5,
    matches: isHidden,
    spares: (element) => holdsFormula(element) || isOpened(element) || isPanel(element),
  },
];

/** Remove what surrounds the main content. */
export const surroundingPasses: readonly Pass[] = [
  {
    name: 'unseen',
    reason: 'leads those who do not see the page over its navigation',
    shareMax: 0.1,
    matches: isSkipLink,
  },
  {
    name: 'dialogs',
    isFrame: true,
    reason: 'lies over the page: dialogs, cookie notices',
    shareMax: 0.3,
    tags: namesIn('dialog'),
    roles: namesIn('dialog alertdialog'),
    names: cookieNames,
    spares: isNoDialog,
  },
  {
    name: 'navigation',
    isFrame: true,
    reason: 'leads elsewhere: menus, breadcrumbs, pagers',
    shareMax: 0.6,
    tags: namesIn('nav'),
    roles: namesIn('navigation menubar menu search'),
    names: navigationNames,
    spares: isMenuOfProse,
  },
  {
    name: 'site-header',
    isFrame: true,
    reason: 'stands on every page of the site',
    shareMax: 0.3,
    roles: namesIn('banner'),
    // Only by its id, because parts of an article have headers of that name too.
    matches: ({ id }) => id !== '' && /^(?:header|masthead)$/i.test(id),
  },
  {
    name: 'link-bars',
    isFrame: true,
    reason: 'is a bar of links on top of the page',
    shareMax: 0.2,
    names: /^(?:header|top-?bar|masthead|(?:page|global|main|top)-?header)$/i,
    spares: (element) => holdsAny(element, ['h1']) || !isMadeOfLinks(element),
  },
  {
    name: 'footer',
    isFrame: true,
    reason: 'closes the page or a part of it: copyright, addresses',
    shareMax: 0.4,
    tags: namesIn('footer'),
    roles: namesIn('contentinfo'),
    names: /^(?:footer|colophon)$/i,
  },
  {
    name: 'asides',
    isFrame: isFrameBlock,
    reason: 'stands beside the content',
    shareMax: 0.4,
    tags: namesIn('aside'),
    roles: namesIn('complementary'),
    spares: (element) => isCallOut(element) || holdsGuardedData(element) || isInPanelOfGroup(element),
  },
  {
    name: 'controls',
    isFrame: true,
    reason: 'is operated, not read: forms, buttons, fields',
    shareMax: 0.2,
    reachesCode: true,
    tags: namesIn('form button select textarea'),
    matches: isInput,
    spares: isFormWithoutFields,
  },
  {
    name: 'furniture',
    isFrame: isFrameBlock,
    reason: 'is called by its class or id what is no content: share, related, sidebar, comments',
    shareMax: 0.3,
    names: furnitureNames,
    spares: (element) => holdsGuardedData(element) || isBoxInText(element),
  },
  {
    name: 'end-notices',
    isFrame: true,
    reason: 'ends the page with who has the rights, or asks for consent to cookies',
    shareMax: 0.5,
    find: endNotices,
  },
  {
    name: 'permalinks',
    isFrame: true,
    reason: 'marks a heading as a place to link to',
    shareMax: 0.1,
    matches: isPermalink,
  },
];

/**
 * The same around a page of many small parts. Its controls are also questions, which the frame's pass knows, and the
 * footers of its entries say who wrote them.
 */
export const surroundingPassesOfParts: readonly Pass[] = surroundingPasses
  .filter(({ name }) => name !== 'controls')
  .map((pass) => (pass.name === 'footer' ? { ...pass, spares: isEntryFooter } : pass));

const allPasses: readonly Pass[] = [
  ...silentPasses,
  ...technicalPasses,
  ...surroundingPasses,
  ...surroundingPassesOfParts,
  ...cleanupPasses,
  ...framePasses,
  ...repeatPasses,
  ...postPasses,
  ...productPasses,
  ...listingPasses,
];
registerPasses(allPasses);

/**
 * Names by which passes are switched off, in the order in which the passes run. Passes of two readers may have one
 * reason and share a name.
 */
export const passNames: readonly string[] = [...new Set(allPasses.map(({ name }) => name))];
