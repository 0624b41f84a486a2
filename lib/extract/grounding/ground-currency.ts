import type { Evidence, Grounded } from '../candidates/candidate.ts';
import { currenciesNamed, currencySpellings, sharedSpellings } from '../schema/currency.ts';
import { readFieldIntent } from '../schema/field-intent.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { evidenceAt, findNumberPlaces, findText, type GroundIndex } from './ground-index.ts';

/** Says whether a field asks for a currency. */
const asksForCurrency = (name: string, schema: JsonSchema): boolean => {
  const description = typeof schema['description'] === 'string' ? schema['description'] : '';
  const { senses, words } = readFieldIntent({ name, description });
  return (
    words.has('currency') ||
    senses.some(({ concepts }) => concepts.some(({ key }) => key === 'currency' || key === 'salary currency'))
  );
};

/** A way in which a page names a currency, and the codes that it may mean. */
interface Naming {
  readonly codes: readonly string[];
  readonly evidence: Evidence;
}

/** Returns how a page names one of these currencies, the surest ways first. */
const namingsOf = (index: GroundIndex, meant: readonly string[]): Naming[] => {
  const beside = [...index.currencies.values()].map((place) => ({
    codes: place.currencies ?? [],
    evidence: evidenceAt(index, place),
  }));
  const named = meant.flatMap((code) =>
    [...currencySpellings(code).map((text) => [text, [code]] as const), ...sharedSpellings(code)].flatMap(
      ([text, codes]): Naming[] => {
        const evidence = findText(index, text);
        return evidence === null ? [] : [{ codes, evidence }];
      },
    ),
  );
  return [...beside, ...named].filter(({ codes }) => codes.some((code) => meant.includes(code)));
};

/**
 * Grounds a text that is a currency, however the page writes it: sign, code and name are one value. If the page has a
 * sign that countries share (`$`), the choice among them is a judgement. A currency beside whose prices the page has
 * others only does not stand in it. Returns null for a text that is no currency, and where the page names none.
 */
export const groundCurrency = (
  index: GroundIndex,
  { name, schema }: { readonly name: string; readonly schema: JsonSchema },
  text: string,
): { readonly state: Grounded; readonly evidence: Evidence | null } | null => {
  const meant = currenciesNamed(text);
  if (meant.length === 0) return null;
  const namings = namingsOf(index, meant);
  const sure = namings.find(({ codes }) => codes.every((code) => meant.includes(code)));
  if (sure !== undefined) return { state: 'grounded', evidence: sure.evidence };
  if (!asksForCurrency(name, schema)) return null;
  const [likely] = namings;
  if (likely !== undefined) return { state: 'not-applicable', evidence: likely.evidence };
  return index.currencies.size > 0 ? { state: 'ungrounded', evidence: null } : null;
};

/** Returns the evidence for a number, and for the currency beside it unless the page has the number without one. */
export const findAmount = (
  index: GroundIndex,
  { value, currencies }: { readonly value: number; readonly currencies: readonly string[] },
): Evidence | null => {
  const place = findNumberPlaces(index, value).find(
    ({ currencies: shown = [] }) =>
      currencies.length === 0 || shown.length === 0 || shown.some((code) => currencies.includes(code)),
  );
  return place === undefined ? null : evidenceAt(index, place);
};
