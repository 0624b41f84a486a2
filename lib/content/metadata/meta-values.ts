import { limits } from '../../limits/limits.ts';
import { findElements, type ParsedPage } from '../dom/document.ts';
import { attribute } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';
import type { MetadataBounds } from './metadata-bounds.ts';

const namesOf = (element: DomElement): string[] => {
  const given = [element.getAttribute('property'), element.getAttribute('name')].filter(
    (name) => name !== null,
  );
  const names = given.map((name) => name.trim().toLowerCase()).filter((name) => name !== '');
  if (names.length > 0) return [...new Set(names)];
  const [equivalent] = [attribute(element, 'http-equiv')?.toLowerCase()];
  return equivalent === 'content-language' ? [equivalent] : [];
};

/**
 * Reads the values of every `<meta>` by lower-case name or property, in page order. An element may have both, usually
 * for two readers; then each counts. Returns at most `limits.metasMax` values with `limits.metasCharactersMax`
 * characters together.
 */
export const metaValues = (page: ParsedPage, bounds: MetadataBounds): Map<string, string[]> => {
  const values = new Map<string, string[]>();
  let count = 0;
  let characters = 0;
  for (const element of findElements(page, 'meta')) {
    const content = element.getAttribute('content');
    if (content === null) continue;
    const value = bounds.text('metas', content);
    if (value === '') continue;
    for (const name of namesOf(element)) {
      count += 1;
      characters += name.length + value.length;
      if (
        count > limits.metasMax ||
        characters > limits.metasCharactersMax ||
        name.length > limits.metaNameCharactersMax
      ) {
        bounds.note('metas');
        if (count > limits.metasMax) return values;
        characters -= name.length + value.length;
        continue;
      }
      const all = values.get(name);
      if (all === undefined) values.set(name, [value]);
      else all.push(value);
    }
  }
  return values;
};
