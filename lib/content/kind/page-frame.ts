import { classMatches } from '../dom/class-names.ts';
import type { DomElement } from '../dom/dom.ts';
import { holdsAny } from '../dom/text-summary.ts';

const frameNames = new Set([
  'nav',
  'header',
  'footer',
  'aside',
  'form',
  'dialog',
  'script',
  'style',
  'noscript',
  'template',
  'svg',
]);
const frameRoles = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'complementary',
  'dialog',
  'menu',
  'menubar',
  'search',
]);
const frameWords =
  /(?:^|[\s_-])(?:nav|navbar|menu|menus|megamenu|submenu|dropdown|header|footer|sidebar|modal|drawer|popup|cookie|consent|breadcrumbs?|filters?|facets?|related|recommendations?|pagination)(?:$|[\s_-])/i;
const isFrameClass = classMatches(frameWords);

const isPagerClass = classMatches(/(?:^|[\s_-])pagination(?:$|[\s_-])/i);

/** Says whether an element that is called a pager holds what the pager turns over. */
const isAroundPages = (element: DomElement): boolean =>
  isPagerClass(element) &&
  holdsAny(element, ['article', 'h2', 'h3', 'h4']) &&
  holdsAny(element, ['img', 'picture']);

const isFrame = (element: DomElement): boolean => {
  if (frameNames.has(element.localName)) return true;
  if (element.localName === 'body' || element.localName === 'main' || element.pairs.length === 0)
    return false;
  const role = element.getAttribute('role');
  if (role !== null && frameRoles.has(role)) return true;
  const isNamed = isFrameClass(element) || (element.id !== '' && frameWords.test(element.id));
  // A box around the main part is called after what stands beside that: `content-sidebar-wrap`, `pagination`.
  return isNamed && !holdsAny(element, ['main']) && !isAroundPages(element);
};

/**
 * Returns the elements outside the parts that a page's names call its frame. Works roughly, and does not change the
 * tree.
 */
export const elementsOutsideFrame = (elements: readonly DomElement[]): DomElement[] => {
  const inside = new Set<DomElement>();
  const outside: DomElement[] = [];
  // In document order a parent is judged before its children.
  for (const element of elements) {
    const parent = element.parentNode;
    if ((parent !== null && inside.has(parent)) || isFrame(element)) inside.add(element);
    else outside.push(element);
  }
  return outside;
};
