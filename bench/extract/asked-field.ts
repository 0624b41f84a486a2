import type { Tree } from './render.ts';

/** A field that is asked of a page, and what a person reads there: written by hand, never computed. */
export interface AskedField {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** Null where the page does not say. */
  readonly truth: unknown;
  /** The label and words under which pages for people write it. */
  readonly label?: readonly [string, string];
}

/** A thing that pages are made of. */
export interface Thing {
  readonly kind: string;
  readonly name: string;
  readonly tree: Tree;
  readonly asked: readonly AskedField[];
}

export const tree = (type: string, properties: Tree['properties']): Tree => ({ type, properties });

export const ask = (
  name: string,
  type: string,
  truth: unknown,
  label?: readonly [string, string],
  description = '',
): AskedField => ({
  name,
  schema: {
    ...(type.startsWith('list') ? { type: 'array', items: { type: type.slice(5, -1) } } : { type }),
    ...(description === '' ? {} : { description }),
  },
  truth,
  ...(label === undefined ? {} : { label }),
});

export const objects = (
  name: string,
  members: Readonly<Record<string, string>>,
  truth: unknown,
): AskedField => ({
  name,
  schema: {
    type: 'array',
    items: {
      type: 'object',
      properties: Object.fromEntries(Object.entries(members).map(([member, type]) => [member, { type }])),
    },
  },
  truth,
});

export const offerFields = (price: string, currency: string, availability = 'InStock'): Tree =>
  tree('Offer', { price, priceCurrency: currency, availability: `https://schema.org/${availability}` });
export const rating = (value: string, count: string): Tree =>
  tree('AggregateRating', { ratingValue: value, reviewCount: count });
export const person = (name: string): Tree => tree('Person', { name });
export const address = (
  streetAddress: string,
  addressLocality: string,
  postalCode: string,
  addressCountry: string,
): Tree => tree('PostalAddress', { streetAddress, addressLocality, postalCode, addressCountry });
