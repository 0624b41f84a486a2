import { elementsWithin } from './dom-walk.ts';
import type { DomElement } from './dom.ts';
import { parseHidingRules, isHidingStyle, type HidingRules } from './hiding-rules.ts';

/** Roles of what opens when somebody asks for it. */
const openable = /^(?:tabpanel|menu|menubar|menuitem|listbox|tree|treeitem|dialog|navigation|region|group)$/i;
const menus: ReadonlySet<string> = new Set(['nav', 'menu', 'ul', 'ol', 'details', 'dialog']);
const linksOfMenu = 2;

const isHiddenItself = (element: DomElement, rules: HidingRules): boolean => {
  const hidden = element.getAttribute('hidden');
  if (hidden !== null && hidden.toLowerCase() !== 'until-found') return true;
  const style = element.getAttribute('style');
  if (style !== null && isHidingStyle(style)) return true;
  if (element.id !== '' && rules.ids.has(element.id)) return true;
  return (
    rules.classes.size > 0 &&
    element.className.split(/\s+/).some((name) => name !== '' && rules.classes.has(name))
  );
};

/** Ids of elements that something on the page opens: a tab, a button, a link to the place. */
const opened = (elements: readonly DomElement[]): ReadonlySet<string> => {
  const ids = new Set<string>();
  for (const element of elements) {
    for (const name of [
      'aria-controls',
      'aria-owns',
      'data-target',
      'data-bs-target',
      'popovertarget',
      'for',
      'href',
    ])
      for (const id of (element.getAttribute(name) ?? '').split(/\s+/)) {
        if (name !== 'href' && name !== 'data-target' && name !== 'data-bs-target') ids.add(id);
        else if (id.startsWith('#')) ids.add(id.slice(1));
      }
  }
  return ids;
};

/**
 * Says of the elements of a raw page whether a reader may come to see them, as far as the page itself shows: what is hidden by
 * attribute, by its style or by a rule of the page's own `<style>` is not, unless it opens when it is asked for: a menu, a
 * panel, what a button names. Each element is judged once.
 */
export const shownIn = (root: DomElement): ((element: DomElement) => boolean) => {
  let ids: ReadonlySet<string> | null = null;
  const sheets = elementsWithin(root, ['style']).map((style) => style.textContent);
  const rules = parseHidingRules(sheets);
  const known = new Map<DomElement, boolean>();
  const opens = (element: DomElement): boolean => {
    if (openable.test(element.getAttribute('role') ?? '')) return true;
    ids ??= opened(elementsWithin(root, ['a', 'button', 'label', 'summary', 'div', 'li', 'span', 'input']));
    if (element.id !== '' && ids.has(element.id)) return true;
    const isMenu = menus.has(element.localName) || isWithinMenu(element);
    return isMenu && elementsWithin(element, ['a'], linksOfMenu).length >= linksOfMenu;
  };
  const isShownItself = (element: DomElement): boolean =>
    element.localName !== 'template' && (!isHiddenItself(element, rules) || opens(element));
  return (element) => {
    const path: DomElement[] = [];
    let at: DomElement | null = element;
    while (at !== null && !known.has(at)) {
      path.push(at);
      at = at.parentNode;
    }
    let shown = at === null ? true : (known.get(at) ?? true);
    for (const one of path.reverse()) {
      shown &&= isShownItself(one);
      known.set(one, shown);
    }
    return shown;
  };
};

const menuDepth = 6;

const isWithinMenu = (element: DomElement): boolean => {
  let at = element.parentNode;
  for (let depth = 0; at !== null && depth < menuDepth; depth += 1, at = at.parentNode)
    if (at.localName === 'nav' || at.localName === 'header' || at.localName === 'menu') return true;
  return false;
};
