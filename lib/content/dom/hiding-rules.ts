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

/** Every way to hide an element uses one of these words; most styles hold none. */
const mayHide = /none|hidden|collapse|font-size|width|absolute|fixed/i;

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
  const text = css.slice(0, styleCharactersMax).replace(/\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\//g, ' ');
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

/** Parses the rules of a page's style sheets, given as their texts. */
export const parseHidingRules = (sheets: readonly string[]): HidingRules => {
  if (sheets.every((sheet) => sheet === '')) return noRules;
  const css = sheets.length === 1 ? (sheets[0] ?? '') : sheets.join('\n');
  const hidden = new Set<string>();
  const shown = new Set<string>();
  for (const [selectors, declarations] of rulesIn(css)) {
    const hides = isHidingStyle(declarations);
    if (!hides && !shows(declarations)) continue;
    for (const selector of selectors.split(',')) {
      const match = single.exec(selector.trim());
      if (hides && match !== null) hidden.add(`${match[1] ?? match[3] ?? ''}${match[2] ?? match[4] ?? ''}`);
      if (!hides) for (const [name] of selector.matchAll(/[.#][\w-]+/g)) shown.add(name);
    }
  }
  const left = [...hidden].filter((name) => !shown.has(name));
  const named = (mark: string): Set<string> =>
    new Set(left.filter((name) => name.startsWith(mark)).map((name) => name.slice(1)));
  return { classes: named('.'), ids: named('#') };
};
