import { parse, SelectorType, type Selector } from 'css-what';

/**
 * Pseudo-classes that depend only on a page's tree: not on the state of a browser, nor on text, which would be read for
 * each element.
 */
const plain: ReadonlySet<string> = new Set([
  'root',
  'empty',
  'first-child',
  'last-child',
  'only-child',
  'first-of-type',
  'last-of-type',
  'only-of-type',
  'any-link',
  'link',
  'checked',
  'disabled',
  'enabled',
  'required',
  'optional',
]);
const counting: ReadonlySet<string> = new Set([
  'nth-child',
  'nth-last-child',
  'nth-of-type',
  'nth-last-of-type',
]);
const nesting: ReadonlySet<string> = new Set(['not', 'is', 'where', 'has']);

const formula = /^\s*(?:even|odd|[+-]?\d+|[+-]?\d*n(?:\s*[+-]\s*\d+)?)\s*$/i;

const traversals: ReadonlySet<SelectorType> = new Set([
  SelectorType.Adjacent,
  SelectorType.Child,
  SelectorType.Descendant,
  SelectorType.Sibling,
]);

const pseudoProblem = (name: string, data: string | Selector[][] | null, inHas: boolean): string | null => {
  if (nesting.has(name)) {
    if (!Array.isArray(data)) return `:${name}() names no selector`;
    // The standard forbids it too: its cost grows with every level.
    if (name === 'has' && inHas) return ':has() stands within :has()';
    return listProblem(data, inHas || name === 'has', name === 'has');
  }
  if (counting.has(name)) {
    return typeof data === 'string' && formula.test(data) ? null : `:${name}() has no formula such as 2n+1`;
  }
  return plain.has(name) && data === null ? null : `:${name} is not supported`;
};

const tokenProblem = (token: Selector, inHas: boolean): string | null => {
  switch (token.type) {
    case SelectorType.Pseudo:
      return pseudoProblem(token.name, token.data, inHas);
    case SelectorType.Attribute:
    case SelectorType.Tag:
    case SelectorType.Universal:
      return token.namespace === null ? null : 'namespaces are not supported';
    case SelectorType.PseudoElement:
      return `::${token.name} is no element`;
    case SelectorType.Parent:
    case SelectorType.ColumnCombinator:
      return 'it has a combinator that is not supported';
    case SelectorType.Adjacent:
    case SelectorType.Child:
    case SelectorType.Descendant:
    case SelectorType.Sibling:
      return null;
  }
};

const listProblem = (list: readonly Selector[][], inHas: boolean, isRelative: boolean): string | null => {
  if (list.length === 0) return 'it is empty';
  for (const tokens of list) {
    const [first] = tokens;
    const last = tokens.at(-1);
    if (first === undefined || last === undefined) return 'it is empty';
    if (!isRelative && traversals.has(first.type)) return 'it begins with a combinator';
    if (traversals.has(last.type)) return 'it ends with a combinator';
    for (const token of tokens) {
      const problem = tokenProblem(token, inHas);
      if (problem !== null) return problem;
    }
  }
  return null;
};

/** Judges the parts of a selector, or says why it has none. */
const judged = (selector: string, problemOf: (list: Selector[][]) => string | null): string | null => {
  try {
    return problemOf(parse(selector));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/** Says why a text is no CSS selector; null if it is one. */
export const syntaxProblem = (selector: string): string | null =>
  judged(selector, (list) => (list.some((tokens) => tokens.length === 0) ? 'a part of it is empty' : null));

/** Says why Gleaner cannot apply a CSS selector; null if it can. */
export const selectorProblem = (selector: string): string | null =>
  judged(selector, (list) => listProblem(list, false, false));
