import { askClasses } from '../dom/class-names.ts';
import { collapsed, elementsWithin, findAncestor, matchingWithin } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import { createElement, findElements, type ParsedPage } from '../dom/document.ts';
import { rulesIn } from '../dom/hiding-rules.ts';

const strikes = /text-decoration(?:-line)?\s*:[^;]*line-through/i;

/** Returns the classes that the page's own style sheets strike through, by a rule for the class alone. */
const struckClasses = (page: ParsedPage): ReadonlySet<string> => {
  const classes = new Set<string>();
  for (const sheet of findElements(page, 'style')) {
    const css = sheet.textContent;
    if (!css.includes('line-through')) continue;
    for (const [selectors, declarations] of rulesIn(css)) {
      if (!strikes.test(declarations)) continue;
      for (const selector of selectors.split(',')) {
        const [, name] = /(?:^|\s)[a-z0-9]*\.([\w-]+)$/i.exec(selector.trim()) ?? [];
        if (name !== undefined) classes.add(name);
      }
    }
  }
  return classes;
};

/** Class names with which shops mark a former price, or the price of others. */
const formerName =
  /(?:^|[\s_-])(?:(?:old|was|former|previous|original|compare(?:-at)?|crossed|strike(?:d|through)?|before|list|rrp|msrp|uvp|alt(?:er)?|ancien|anterior)[\s_-]*(?:price|preis|prix|precio)|(?:price|preis|prix|precio)[\s_-]*(?:old|was|former|previous|original|compare(?:-at)?|crossed|strike(?:d|through)?|before|list|rrp|msrp|uvp|alt|barre|ancien|antes|anterior)|strike-?through|line-through|was)(?:$|[\s_-])/i;

const isFormerClass = askClasses(({ text }) => formerName.test(text.replace(/__/g, '-')));

/** Says whether a text is a price with hardly a word beside it. */
const isPrice = (text: string): boolean =>
  text.length <= 40 && /\d/.test(text) && /\p{Sc}|[A-Z]{3}|円/u.test(text);

/** Says whether an element is a price beside another price. A name on a price that stands alone may mean anything. */
const isBesidePrice = (element: DomElement): boolean => {
  const text = collapsed(element.textContent);
  const around = element.parentNode?.parentNode ?? element.parentNode;
  if (!isPrice(text) || around === null) return false;
  const rest = collapsed(around.textContent).slice(0, 2_000).replace(text, ' ');
  return /\p{Sc}\s?\d|\d\s?(?:\p{Sc}|円|[A-Z]{3}\b)/u.test(rest);
};

const struckNames: ReadonlySet<string> = new Set(['del', 's', 'strike']);
const elementsMax = 50_000;

/**
 * Marks text as struck if the page strikes it through by its style, or names it as a former price beside another price.
 * So Markdown and labels show what a reader sees. External style sheets are not read.
 */
export const markStruck = (page: ParsedPage): void => {
  const classes = struckClasses(page);
  const isStruck = (element: DomElement): boolean => {
    const style = element.getAttribute('style');
    if (style !== null && strikes.test(style)) return true;
    if (element.className === '') return false;
    if (classes.size > 0 && element.classes.list.some((name) => classes.has(name))) return true;
    return isFormerClass(element) && isBesidePrice(element);
  };
  let left = elementsMax;
  const mayBeStruck = (element: DomElement): boolean => {
    left -= 1;
    return left >= 0 && element.pairs.length > 0 && !struckNames.has(element.localName) && isStruck(element);
  };
  for (const element of matchingWithin(page.body, mayBeStruck)) {
    if (findAncestor(element, ({ localName }) => struckNames.has(localName)) !== null) continue;
    if (
      collapsed(element.textContent) === '' ||
      elementsWithin(element, ['div', 'p', 'table', 'ul', 's', 'del'], 1).length > 0
    )
      continue;
    const struck = createElement('s');
    for (let child = element.firstChild; child !== null; child = element.firstChild) struck.append(child);
    element.append(struck);
  }
};
