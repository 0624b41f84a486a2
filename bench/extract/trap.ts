import type { AskedField } from './asked-field.ts';

/** A page on which something nearly right stands in wait. */
export interface ExtractionTrap {
  readonly name: string;
  readonly heading: string;
  readonly head: string;
  readonly body: string;
  readonly asked: readonly AskedField[];
}

export const ld = (...things: readonly unknown[]): string =>
  things.map((thing) => `<script type="application/ld+json">${JSON.stringify(thing)}</script>`).join('\n');
export const offerTrap = (price: string | number, priceCurrency = 'EUR'): unknown => ({
  '@type': 'Offer',
  price,
  priceCurrency,
});
export const product = (name: string, price: string | number, more: object = {}): object => ({
  '@type': 'Product',
  name,
  offers: offerTrap(price),
  ...more,
});
export const date = (name: string, truth: string | null): AskedField => ({
  name,
  schema: { type: 'string', format: 'date' },
  truth,
});
