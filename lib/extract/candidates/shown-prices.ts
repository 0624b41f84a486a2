import { ownPart } from '../../content/besides-heading.ts';
import type { StructuredNode } from '../../content/metadata/structured-item.ts';
import { meantReading, numbersIn } from '../schema/number-in-text.ts';
import { saysFree } from '../schema/truth-in-text.ts';
import { conceptsNamed } from '../schema/vocabulary.ts';
import { nameKey } from '../schema/words.ts';
import type { PageFacts } from './page-facts.ts';

/** Prices that a page shows to readers. */
export interface ShownPrices {
  /** All current prices. */
  readonly prices: ReadonlySet<number>;
  /** Those that stand on a line of their own, or behind a price's label. */
  readonly alone: ReadonlySet<number>;
  /** Prices that are struck out or belong to expired offers, and that are nowhere shown as current. */
  readonly past: ReadonlySet<number>;
  /** The price that stands alone in the page's first part or in the whole page, if it is the only one. */
  readonly onlyPrice: { readonly price: number; readonly quote: string } | null;
}

const struck = /~~[^~\n]{1,200}~~/g;

/** Words before a former price, or the price of others. Such a price does not count if the page shows a current one. */
const former = new RegExp(
  String.raw`(?<![\p{L}\d])(?:was|rrp|msrp|old price|previously|instead of|statt|uvp|vorher|bisher|alter preis|` +
    String.raw`au lieu de|ancien prix|prix conseillé|antes|precio anterior)\s*:?\s*` +
    String.raw`(?:\p{Sc}|[A-Z]{3})?\s?\d[\d.,'’]*(?:\s?(?:\p{Sc}|[A-Z]{3}(?!\p{L})))?`,
  'giu',
);

/** Words behind a price that say what it buys. */
const perPiece: ReadonlySet<string> = new Set(
  [
    'each, ea, apiece, per piece, per unit, per item, per bottle, per pair, per person, per ticket',
    'pro stück, je stück',
    'stück, pro flasche, pro person, la pièce, la bouteille, pièce, par personne, la paire',
    'unidad, la unidad, por persona',
    'incl vat, inc vat, including vat, inc tax, plus vat, ttc, inkl mwst, inkl ust, iva incluido',
    '税込, 税抜, only, nur, now',
  ]
    .join(', ')
    .split(', ')
    .map(nameKey),
);

/** Splits a page's text into the part that is current and the parts that are not (`gone`). */
const splitFormer = (markdown: string): { readonly holds: string; readonly gone: readonly string[] } => {
  const holds = markdown.replace(struck, ' ');
  const gone = markdown.match(struck) ?? [];
  const rest = holds.replace(former, ' ');
  return moneyIn(rest).length === 0
    ? { holds, gone }
    : { holds: rest, gone: [...gone, ...(holds.match(former) ?? [])] };
};

export const moneyIn = (text: string): number[] =>
  numbersIn(text).flatMap(({ isMoney, readings }) => (isMoney ? readings : []));

const expiredPrices = (facts: PageFacts): number[] => {
  const prices: number[] = [];
  const read = (node: StructuredNode, depth: number): void => {
    if (depth > 6) return;
    const [until] = node.properties['priceValidUntil'] ?? [];
    const isOver =
      typeof until === 'string' && facts.at !== undefined && until.slice(0, 10) < facts.at.slice(0, 10);
    if (isOver) prices.push(...(node.properties['price'] ?? []).map(Number).filter(Number.isFinite));
    for (const values of Object.values(node.properties))
      for (const value of values) if (typeof value === 'object') read(value, depth + 1);
  };
  for (const item of facts.structuredData) read(item, 0);
  return prices;
};

/** Says whether a line is only a price, with at most a label for it. */
const isPriceLine = (line: string): boolean => {
  const [found, ...more] = numbersIn(line).filter(({ isMoney }) => isMoney);
  if (found === undefined || more.length > 0) return false;
  const [start, end] = found.span;
  const rest = nameKey(
    `${line.slice(0, start)} ${line.slice(end)}`
      .replace(/[\d.,'’\s]*\d/g, ' ')
      .replace(/\p{Sc}|\b[A-Z]{3}\b|[*_|#]|円|元/gu, ' ')
      .toLowerCase(),
  );
  return rest === '' || perPiece.has(rest) || conceptsNamed(rest).some(({ key }) => key === 'price');
};

/** Returns the text before the first heading below the page's own: the thing itself, before its details. */
const leadOf = (markdown: string): string => {
  const [first = '', ...rest] = markdown.split(/^(?=#{2,6}[ \t])/m);
  return /^#[ \t]/m.test(first) || rest.length === 0 ? first : `${first}${rest[0] ?? ''}`;
};

const isPriceLabel = (label: string): boolean =>
  conceptsNamed(nameKey(label)).some(({ key }) => key === 'price');

const labelCharactersMax = 40;

/** Words of labels whose amount is no price of the thing: `Deposit`, `Delivery`. */
const notPrice: ReadonlySet<string> = new Set(
  [
    'deposit, kaution, anzahlung, caution, acompte, fianza, shipping, delivery, postage, versand, lieferung, livraison',
    'envío, fee, gebühr, tax, vat, discount, savings, rabatt, tip, donation, setup, installation, insurance, warranty',
  ]
    .join(', ')
    .split(', ')
    .map(nameKey),
);

/** Says whether a line is a label of another amount than the price. */
const isOtherLabel = (line: string): boolean => {
  if (line.length > labelCharactersMax || /\d/.test(line)) return false;
  const key = nameKey(line);
  const named = conceptsNamed(key);
  const isOtherMoney =
    named.some(({ kind }) => kind === 'money') && !named.some(({ key }) => key === 'price');
  return isOtherMoney || key.split(' ').some((word) => notPrice.has(word));
};

const bare = (line: string): string => line.replace(/^[\s>#*+-]+|[*_`:：\s]+$/gu, '');

const onlyPriceIn = (
  text: string,
  others: ReadonlySet<number>,
  language: string | null,
): ShownPrices['onlyPrice'] => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const found = lines.flatMap((line, at) => {
    if (isOtherLabel(bare(lines[at - 1] ?? ''))) return [];
    const number = isPriceLine(line) ? numbersIn(line).find(({ isMoney }) => isMoney) : undefined;
    if (number === undefined) return [];
    const price = meantReading(line.slice(number.start, number.end), number, language);
    return price === null || others.has(price) ? [] : [{ price, quote: line.trim() }];
  });
  const [only] = found;
  return only === undefined || only.price === 0 || new Set(found.map(({ price }) => price)).size > 1
    ? null
    : only;
};

/** Says whether each offer in a page's data costs nothing. */
const isOfferedFree = (facts: PageFacts): boolean => {
  const prices: number[] = [];
  const read = (node: StructuredNode, depth: number): void => {
    if (depth > 6) return;
    for (const value of node.properties['price'] ?? [])
      if (typeof value !== 'object') prices.push(Number(String(value).trim().replace(',', '.')));
    for (const values of Object.values(node.properties))
      for (const value of values) if (typeof value === 'object') read(value, depth + 1);
  };
  for (const item of facts.structuredData) read(item, 0);
  return prices.length > 0 && prices.every((price) => price === 0);
};

/**
 * Returns the price of a thing that is free by its data, by a line, or by both; then another price is that of an
 * extra. Only if both agree it is sure; `undefined` says that nothing names it free.
 */
const freePrice = (facts: PageFacts, lines: readonly string[]): ShownPrices['onlyPrice'] | undefined => {
  const line = lines.find((one) => saysFree(bare(one)));
  const isOffered = isOfferedFree(facts);
  if (line === undefined) return isOffered ? null : undefined;
  return isOffered ? { price: 0, quote: line.trim() } : null;
};

/** Reads the prices that a page shows, once for all of its fields. */
export const readShownPrices = (facts: PageFacts): ShownPrices => {
  const { holds, gone } = splitFormer(ownPart(facts.markdown));
  const { language } = facts.metadata;
  const prices = new Set(moneyIn(holds));
  const alone = holds
    .split('\n')
    .filter((line) => isPriceLine(line))
    .flatMap(moneyIn);
  const past = [...gone.flatMap(moneyIn), ...expiredPrices(facts)].filter((price) => !prices.has(price));
  const labelled = facts.pairs.filter(({ cells }) => cells === undefined);
  const isPriced = labelled.some(({ label }) => isPriceLabel(label));
  const ofOthers = new Set(
    labelled.filter(({ label }) => !isPriceLabel(label)).flatMap(({ value }) => moneyIn(value)),
  );
  const free = freePrice(facts, leadOf(holds).split('\n'));
  const lead = onlyPriceIn(leadOf(holds), ofOthers, language);
  const onlyPrice = lead ?? (prices.size === 1 ? onlyPriceIn(holds, ofOthers, language) : null);
  return {
    prices: free === undefined || free === null ? prices : new Set([...prices, free.price]),
    alone: new Set(free === undefined ? alone : []),
    past: new Set(past),
    // A label of a price decides: it gives the price, or says that there is none.
    onlyPrice: isPriced ? null : free === undefined ? onlyPrice : free,
  };
};
