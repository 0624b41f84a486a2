import { attribute, ancestorOf, collapsed, type DomElement } from './dom.ts';

/**
 * A pass: a reason to leave elements out of the main content. Passes are tried in order on every element; the first one
 * that matches decides, if what it would remove stays within its share of the page's text. Without that guard every rule
 * below eats some page whole: a form around all of it, an index whose content is its navigation.
 */
export interface Pass {
  readonly name: string;
  /** Share of the page's text, 0 to 1, that this pass may remove in all. */
  readonly shareMax: number;
  readonly matches: (element: DomElement) => boolean;
}

const named =
  (...names: string[]) =>
  ({ localName }: DomElement): boolean =>
    names.includes(localName);

const hasRole =
  (...roles: string[]) =>
  (element: DomElement): boolean => {
    const role = element.getAttribute('role');
    return role !== null && roles.includes(role.trim().toLowerCase());
  };

/** True if a class, or the id, is one of the whole words that `pattern` describes: `nav` is, `has-nav` is not. */
const isCalled =
  (pattern: RegExp) =>
  (element: DomElement): boolean => {
    const names = `${element.className} ${element.getAttribute('id') ?? ''}`.trim();
    return names !== '' && names.split(/\s+/).some((name) => pattern.test(name));
  };

const either =
  (...tests: ((element: DomElement) => boolean)[]) =>
  (element: DomElement): boolean =>
    tests.some((test) => test(element));

const hiddenStyle = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

const isHidden = (element: DomElement): boolean => {
  if (element.hasAttribute('hidden')) return element.getAttribute('hidden') !== 'until-found';
  const style = element.getAttribute('style');
  return style !== null && hiddenStyle.test(style);
};

/** Admonitions of documentation generators are asides too, and they are content. */
const isCallOut = isCalled(
  /^(?:admonition|callout|note|tip|warning|caution|important|info|danger|theme-admonition)\b/i,
);

const isPermalink = (element: DomElement): boolean =>
  element.localName === 'a' &&
  /^[#¶§🔗]?$/u.test(collapsed(element.textContent)) &&
  element.firstElementChild === null &&
  (element.getAttribute('href') ?? '').includes('#') &&
  ancestorOf(element, ({ localName }) => /^(?:h[1-6]|dt)$/.test(localName)) !== null;

const cookieNames =
  /^(?:(?:cookie|gdpr|consent)[-_]?(?:banner|bar|consent|notice|popup|message|policy-banner|wall|overlay|modal)|onetrust.*|cc-window|cc-banner|CybotCookiebotDialog|qc-cmp.*|didomi.*)$/i;

const navigationNames =
  /^(?:nav(?:bar|header|footer|igation|-?links?|-?menu)?|(?:main|site|top|page|post|sub|global)[-_]?nav(?:igation)?|breadcrumbs?|menu|pagination|pager|toc-?sidebar|skip-(?:link|to-content|nav)|sphinxsidebar(?:wrapper)?|mw-editsection|noprint)$/i;

const furnitureNames =
  /^(?:share|sharing|social(?:-?(?:share|links|media|icons|buttons))?|share-?(?:bar|buttons|links|tools)|newsletter(?:-?(?:signup|form))?|subscribe(?:-?(?:box|form))?|related(?:-?(?:posts|articles|links|content|stories))?|recommended(?:-?(?:posts|articles))?|advert(?:isement|ising)?|ads?|ad-?(?:container|slot|wrapper|banner)|sponsored|promo|sidebar|site-?(?:header|footer)|page-?footer|disqus_thread|comments?(?:-?(?:area|section|list))?)$/i;

/** What a page carries that nobody reads: taken out also where the whole page is wanted. */
export const technicalPasses: readonly Pass[] = [
  { name: 'scripts', shareMax: 1, matches: named('script', 'style', 'template', 'link', 'meta', 'base') },
  { name: 'no-script', shareMax: 0.5, matches: named('noscript') },
  { name: 'drawings', shareMax: 0.2, matches: named('svg', 'canvas') },
  { name: 'hidden', shareMax: 0.5, matches: isHidden },
];

/** What surrounds the main content. */
export const surroundingPasses: readonly Pass[] = [
  {
    name: 'dialogs',
    shareMax: 0.3,
    matches: either(named('dialog'), hasRole('dialog', 'alertdialog'), isCalled(cookieNames)),
  },
  {
    name: 'navigation',
    shareMax: 0.6,
    matches: either(
      named('nav'),
      hasRole('navigation', 'menubar', 'menu', 'search'),
      isCalled(navigationNames),
    ),
  },
  { name: 'site-header', shareMax: 0.3, matches: hasRole('banner') },
  { name: 'footer', shareMax: 0.4, matches: either(named('footer'), hasRole('contentinfo')) },
  {
    name: 'asides',
    shareMax: 0.4,
    matches: (element) => either(named('aside'), hasRole('complementary'))(element) && !isCallOut(element),
  },
  {
    name: 'controls',
    shareMax: 0.2,
    matches: (element) =>
      named('form', 'button', 'select', 'textarea')(element) ||
      (element.localName === 'input' && attribute(element, 'type') !== 'checkbox'),
  },
  { name: 'furniture', shareMax: 0.3, matches: isCalled(furnitureNames) },
  { name: 'permalinks', shareMax: 0.1, matches: isPermalink },
];
