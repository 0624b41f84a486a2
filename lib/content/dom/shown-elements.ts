import { findElements, type ParsedPage } from './document.ts';
import { elementsWithin } from './dom-walk.ts';
import type { DomElement } from './dom.ts';
import { parseHidingRules, isHidingStyle, type HidingRules } from './hiding-rules.ts';

/** Roles of elements that open when a reader asks for them. */
const openable = /^(?:tabpanel|menu|menubar|menuitem|listbox|tree|treeitem|dialog|navigation|region|group)$/i;
const menus: ReadonlySet<string> = new Set(['nav', 'menu', 'ul', 'ol', 'details', 'dialog']);
const linksOfMenu = 2;

const isHiddenItself = (element: DomElement, rules: HidingRules): boolean => {
  const hidden = element.getAttribute('hidden');
  if (hidden !== null && hidden.toLowerCase() !== 'until-found') return true;
  const style = element.getAttribute('style');
  if (style !== null && isHidingStyle(style)) return true;
  if (element.id !== '' && rules.ids.has(element.id)) return true;
  return rules.classes.size > 0 && element.classes.list.some((name) => rules.classes.has(name));
};

/** Attributes that name ids, and attributes with selectors, which may be `#id`. */
const naming: ReadonlySet<string> = new Set(['aria-controls', 'aria-owns', 'popovertarget', 'for']);
const selecting: ReadonlySet<string> = new Set(['data-target', 'data-bs-target', 'href']);
const space = /\s+/;

/** Returns the ids of elements that something on the page opens: a tab, a button, a link to the place. */
const opened = (elements: readonly DomElement[]): ReadonlySet<string> => {
  const ids = new Set<string>();
  for (const element of elements) {
    const { pairs } = element;
    for (let at = 0; at < pairs.length; at += 2) {
      const name = pairs[at] ?? '';
      const value = pairs[at + 1] ?? '';
      if (selecting.has(name)) {
        if (value.includes('#'))
          for (const id of value.split(space)) if (id.startsWith('#')) ids.add(id.slice(1));
      } else if (naming.has(name)) for (const id of value.split(space)) ids.add(id);
    }
  }
  return ids;
};

/**
 * Makes a function that says of an element of a raw page whether a reader may come to see it, as far as the page itself
 * shows. An element is not shown if an attribute, its style or a rule of the page's own `<style>` hides it, unless it
 * opens on request: a menu, a panel, the target of a button. Each element is judged once.
 */
export const shownIn = (page: ParsedPage): ((element: DomElement) => boolean) => {
  let ids: ReadonlySet<string> | null = null;
  const root = page.documentElement;
  const sheets = findElements(page, 'style').map((style) => style.textContent);
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
