import { selectAll } from 'css-select';
import { limits } from '../limits/limits.ts';
import { boundedAdapter } from './dom/bounded-adapter.ts';
import type { ParsedPage } from './dom/document.ts';
import type { DomElement, DomNode } from './dom/dom.ts';
import type { PageAttributes } from './page-attributes.ts';

type Wanted = Pick<PageAttributes, 'selector' | 'attribute'>;

const tooLong = new Error('The selectors take too long');

/**
 * Reads attributes of elements from a page's tree as parsed: nothing has been removed, and values are as the page
 * writes them. A selector that cannot be applied selects nothing. Values beyond `limits` are left out, and the result
 * says so.
 */
export const attributesInPage = (page: ParsedPage, wanted: readonly Wanted[]): PageAttributes[] => {
  const adapter = boundedAdapter(limits.selectorStepsMax, () => tooLong);
  let values = limits.attributeValuesMax;
  let characters = limits.attributeCharactersMax;
  const select = (selector: string): DomElement[] | null => {
    try {
      return selectAll<DomNode, DomElement>(selector, [page.documentElement], { adapter });
    } catch (error) {
      return error === tooLong ? null : [];
    }
  };
  return wanted.map(({ selector, attribute }) => {
    const elements = select(selector);
    if (elements === null) return { selector, attribute, values: [], cut: true };
    const all = elements.flatMap((element) => element.getAttribute(attribute.toLowerCase()) ?? []);
    const kept: string[] = [];
    for (const value of all) {
      if (values < 1 || value.length > characters) break;
      kept.push(value);
      values -= 1;
      characters -= value.length;
    }
    return { selector, attribute, values: kept, ...(kept.length < all.length ? { cut: true as const } : {}) };
  });
};
