import { askClasses } from './class-names.ts';
import type { DomElement } from './dom.ts';

/**
 * Classes and ids that a page's own `<style>` hides by a rule for that name alone, unless another rule shows it again
 * (as for a menu that opens under the pointer). External style sheets are not read.
 */
export interface HidingRules {
  readonly classes: ReadonlySet<string>;
  readonly ids: ReadonlySet<string>;
}

const noRules: HidingRules = { classes: new Set(), ids: new Set() };

const styleCharactersMax = 200_000;
/** How much of the declarations of one element or rule is read; declarations that hide an element are short. */
const declarationsCharactersMax = 10_000;
const rulesMax = 5_000;

const zero = /^[-+]?0+(?:\.0+)?(?:px|em|rem|%|pt|vw|vh)?$/;
const farAway = /^-\d{4,}(?:\.\d+)?(?:px|pt)?$|^-\d{3,}(?:\.\d+)?(?:em|rem|vw|vh|%)$/;

/** Returns the declarations of a style by name. If a name stands twice, the last one counts, as in a browser. */
const declarationsOf = (css: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const part of css.split(';')) {
    const colon = part.indexOf(':');
    if (colon === -1) continue;
    const value = part.slice(colon + 1).replace(/!important/i, '');
    found.set(part.slice(0, colon).trim().toLowerCase(), value.trim().toLowerCase());
  }
  return found;
};

/** Every way to hide an element uses one of these words, or a size of zero; most styles hold none. */
const mayHide = /none|hidden|collapse|absolute|fixed|(?:size|height)\s*:\s*(?:!important\s*)?[-+]?0/i;

/**
 * Says whether a style takes an element out of sight: not displayed, not visible, without size, or far beside the page.
 * Text that is moved out of its own box does not count, because logos are made of links in this way.
 */
export const isHidingStyle = (css: string): boolean => {
  const first = css.slice(0, declarationsCharactersMax);
  if (!mayHide.test(first)) return false;
  const style = declarationsOf(first);
  const is = (name: string, pattern: RegExp): boolean => pattern.test(style.get(name) ?? '');
  if (is('display', /^none$/) || is('visibility', /^(?:hidden|collapse)$/) || is('font-size', zero))
    return true;
  if (is('width', zero) && is('height', zero)) return true;
  const isPlaced = is('position', /^(?:absolute|fixed)$/);
  return isPlaced && ['left', 'right', 'top', 'bottom'].some((side) => is(side, farAway));
};

const shows = (css: string): boolean =>
  /(?:^|[;{\s])(?:display|visibility|left|right|top|position)\s*:/i.test(css);

const single = /^[a-z][a-z0-9]*([.#])([\w-]+)$|^([.#])([\w-]+)$/i;

/** Returns the rules at the top level of a style sheet that apply on screens: `selector { declarations }`. */
export const rulesIn = (css: string): [selectors: string, declarations: string][] => {
  const first = css.slice(0, styleCharactersMax);
  const text = first.includes('/*') ? first.replace(/\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\//g, ' ') : first;
  const rules: [string, string][] = [];
  for (let at = 0; rules.length < rulesMax;) {
    const open = text.indexOf('{', at);
    if (open === -1) break;
    const selectors = text.slice(at, open).trim();
    const close = selectors.startsWith('@') ? endOfBlock(text, open) : text.indexOf('}', open);
    if (close === -1) break;
    if (!selectors.startsWith('@')) rules.push([selectors, text.slice(open + 1, close)]);
    at = close + 1;
  }
  return rules;
};

const endOfBlock = (text: string, open: number): number => {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  return -1;
};

/** Adds the classes and ids that are a selector of their own in a list of selectors. */
const addNamed = (names: Set<string>, selectors: string): void => {
  for (const selector of selectors.split(',')) {
    const match = single.exec(selector.trim());
    if (match !== null) names.add(`${match[1] ?? match[3] ?? ''}${match[2] ?? match[4] ?? ''}`);
  }
};

/** Removes the classes and ids that stand in a list of selectors. */
const removeNamed = (names: Set<string>, selectors: string): void => {
  for (const name of selectors.match(/[.#][\w-]+/g) ?? []) names.delete(name);
};

/** Parses the rules of a page's style sheets, given as their texts. */
export const parseHidingRules = (sheets: readonly string[]): HidingRules => {
  const css = sheets.length === 1 ? (sheets[0] ?? '') : sheets.join('\n');
  if (!mayHide.test(css)) return noRules;
  const rules = rulesIn(css);
  const hiding = new Set(rules.filter(([, declarations]) => isHidingStyle(declarations)));
  const hidden = new Set<string>();
  for (const [selectors] of hiding) addNamed(hidden, selectors);
  // Only where something is hidden are the other rules asked whether they show it again.
  for (const rule of rules) {
    if (hidden.size === 0) return noRules;
    if (!hiding.has(rule) && shows(rule[1])) removeNamed(hidden, rule[0]);
  }
  const named = (mark: string): Set<string> =>
    new Set([...hidden].filter((name) => name.startsWith(mark)).map((name) => name.slice(1)));
  return { classes: named('.'), ids: named('#') };
};

const hiddenStyle = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/** Parts of programs that are known by their classes, whose sheets hide them always or beside another part. */
const programParts = { none: 0, hidden: 1, usualPrice: 2, salePrice: 3 } as const;

/** Finds which part of those an element is. One look at its classes, because every element is asked. */
const programPart = askClasses(({ list }) => {
  for (const name of list) {
    // What a form says once it was sent, or could not be: Webflow, Contact Form 7.
    if (name === 'w-form-done' || name === 'w-form-fail' || name === 'wpcf7-response-output')
      return programParts.hidden;
    if (name === 'unit-price' && list.includes('hidden')) return programParts.hidden;
    if (name === 'price__regular') return programParts.usualPrice;
    if (name === 'price__sale') return programParts.salePrice;
  }
  return programParts.none;
});
const isPrice = askClasses(({ list }) => list.includes('price'));
const isOnSale = askClasses(({ list }) => list.includes('price--on-sale'));
/** The price is the parent of the parent of its parts. */
const priceLevelsMax = 3;

/**
 * Says whether an element is the half of a price that Shopify's themes do not show: they write the usual price and that
 * of a sale, and `price--on-sale` around both decides. The sheet is in a file (Dawn, `component-price.css`).
 */
const isOtherPrice = (element: DomElement, isUsual: boolean): boolean => {
  let at = element.parentNode;
  for (let level = 0; level < priceLevelsMax && at !== null; level += 1, at = at.parentNode)
    if (isPrice(at)) return isOnSale(at) === isUsual;
  return false;
};

/** Says whether an element's own attributes hide it, or the sheet of a program that is known by its classes. */
export const isHidden = (element: DomElement): boolean => {
  if (element.pairs.length === 0) return false;
  const hidden = element.getAttribute('hidden');
  if (hidden !== null) return hidden !== 'until-found';
  const part = programPart(element);
  if (part === programParts.hidden) return true;
  if (part !== programParts.none && isOtherPrice(element, part === programParts.usualPrice)) return true;
  const style = element.getAttribute('style');
  return style !== null && hiddenStyle.test(style);
};
