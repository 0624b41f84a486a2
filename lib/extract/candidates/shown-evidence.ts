import { saysInStock, saysSoldOut } from '../schema/truth-in-text.ts';
import type { Field } from '../schema/field.ts';
import type { FieldIntent } from '../schema/field-intent.ts';
import type { Json } from '../schema/json.ts';
import { normalText } from '../schema/normal-text.ts';
import { numbersIn } from '../schema/number-in-text.ts';
import { conceptsNamed } from '../schema/vocabulary.ts';
import { nameKey } from '../schema/words.ts';
import type { StructuredNode } from '../../content/metadata/structured-item.ts';
import type { Alternative } from './candidate.ts';
import type { PageFacts } from './page-facts.ts';
import { bareTitle, firstHeading } from './page-title.ts';
import { trustIn, type SourceCandidate } from './source-candidate.ts';

/**
 * What a page shows people goes before what it tells machines: structured data are filled by a template, and grow
 * stale. A price that is
 * struck out, or whose offer has expired, is none; "Sold out" is true whatever the data say; the heading names the
 * thing.
 */
export interface ShownEvidence {
  /** Prices that people see and that hold. */
  readonly prices: ReadonlySet<number>;
  /** Those of them that stand on a line of their own, or behind a label of a price. */
  readonly alone: ReadonlySet<number>;
  /** Prices that are struck out, or whose offers have expired, and are nowhere shown as holding. */
  readonly past: ReadonlySet<number>;
  /**
   * A line that says a price and nothing else, where the page shows no other; and one that says that there is stock.
   */
  readonly onlyPrice: { readonly price: number; readonly quote: string } | null;
  readonly inStock: string | null;
  /** The words that say that nothing is left. */
  readonly soldOut: string | null;
  /** The page's heading, where its title says the same. */
  readonly heading: string | null;
  readonly text: string;
}

const struck = /~~[^~\n]{1,200}~~/g;

const moneyIn = (text: string): number[] =>
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

/** Whether a line says a price and nothing else but that it is one. */
const isPriceLine = (line: string): boolean => {
  const [found, ...more] = numbersIn(line).filter(({ isMoney }) => isMoney);
  if (found === undefined || more.length > 0) return false;
  const rest = nameKey(
    line.replace(/[\d.,'’\s]*\d/g, ' ').replace(/\p{Sc}|\b[A-Z]{3}\b|[*_|#]|円|元/gu, ' '),
  );
  return rest === '' || conceptsNamed(rest).some(({ key }) => key === 'price');
};

/** The price of a page that shows one, on a line of its own. */
const onlyPriceOf = (markdown: string, prices: ReadonlySet<number>): ShownEvidence['onlyPrice'] => {
  if (prices.size !== 1) return null;
  const line = markdown
    .replace(struck, ' ')
    .split('\n')
    .find((one) => isPriceLine(one) && moneyIn(one).length === 1);
  const [price] = line === undefined ? [] : moneyIn(line);
  return line === undefined || price === undefined || price === 0 ? null : { price, quote: line.trim() };
};

/** What is shown of a page, worked out once for all of its fields. */
export const readShownEvidence = (facts: PageFacts): ShownEvidence => {
  const { markdown, metadata } = facts;
  const prices = new Set(moneyIn(markdown.replace(struck, ' ')));
  const alone = markdown
    .replace(struck, ' ')
    .split('\n')
    .filter((line) => isPriceLine(line))
    .flatMap(moneyIn);
  const before = (markdown.match(struck) ?? []).flatMap(moneyIn);
  const lines = markdown.split('\n').map((line) => line.replace(/^[\s>#*+-]+|[*_`\s]+$/g, ''));
  const heading = firstHeading(markdown);
  const titles = [metadata.title, metadata.og.title].map((title) =>
    title === null ? '' : normalText(bareTitle(title, metadata.og.siteName)).text,
  );
  const isTitled = heading !== null && titles.some((title) => title.includes(normalText(heading).text));
  return {
    prices,
    alone: new Set(alone),
    past: new Set([...before, ...expiredPrices(facts)].filter((price) => !prices.has(price))),
    onlyPrice: onlyPriceOf(markdown, prices),
    inStock: lines.find((line) => saysInStock(line)) ?? null,
    soldOut: lines.find((line) => line.length <= 40 && saysSoldOut(line)) ?? null,
    heading: isTitled ? heading : null,
    text: normalText(markdown).text,
  };
};

const priceOf = (value: Json): number | undefined =>
  typeof value === 'number'
    ? value
    : typeof value === 'string'
      ? numbersIn(value)[0]?.readings[0]
      : undefined;

const isForMachines = ({ kind }: SourceCandidate): boolean =>
  ['json-ld', 'microdata', 'rdfa', 'open-graph', 'meta'].includes(kind);

/** What is answered instead of a candidate: null for nothing. */
export interface Judged {
  readonly source: SourceCandidate | null;
  readonly alternatives: readonly Alternative[];
}

/** Candidates without texts that only machines are told, where a label shows another: a site's data name the site. */
export const visibleFirst = (
  shown: ShownEvidence,
  candidates: readonly SourceCandidate[],
): readonly SourceCandidate[] => {
  const isLabelled = candidates.some(
    ({ kind, confidence, value }) =>
      (kind === 'key-value' || kind === 'infobox') && confidence >= labelledMin && typeof value === 'string',
  );
  if (!isLabelled) return candidates;
  return candidates.filter(
    (one) =>
      !isForMachines(one) ||
      !['prose', 'text'].includes(one.conceptKind) ||
      typeof one.value !== 'string' ||
      shown.text.includes(normalText(one.value).text),
  );
};

/** A label that is the field's own name or one for the same. */
const labelledMin = 0.8;

const seen = (field: Field, best: SourceCandidate, value: Json, quote: string): SourceCandidate | null =>
  field.type === 'string' || typeof value === field.type || field.type === 'integer'
    ? {
        value,
        confidence: shownFactor * trustIn.text,
        kind: 'text',
        conceptKind: best.conceptKind,
        where: null,
        quote,
      }
    : null;

/** A shown value that stands alone is as sure as a label. */
const shownFactor = 0.95;

const against = ({ value, kind, where }: SourceCandidate, why: string): Alternative => ({
  value,
  kind,
  where,
  why,
});

const judgePrice = (shown: ShownEvidence, field: Field, best: SourceCandidate): Judged => {
  const price = priceOf(best.value);
  if (price === undefined) return { source: best, alternatives: [] };
  const isPast = shown.past.has(price);
  const isOther = shown.prices.size > 0 && !shown.prices.has(price);
  if (!isPast && !isOther) return { source: best, alternatives: [] };
  const alternatives = [
    against(best, isPast ? 'it is struck out, or its offer has expired' : 'the page shows another price'),
  ];
  const [only] = shown.alone;
  if (only === undefined || shown.alone.size > 1) return { source: null, alternatives };
  const value = field.type === 'string' ? null : only;
  const isWhole = field.type !== 'integer' || Number.isInteger(only);
  const source = value === null || !isWhole ? null : seen(field, best, value, String(only));
  return { source, alternatives };
};

/** How sure a value is that stands alone and has no label: it is left to a model where anything speaks against it. */
const unlabelled = 0.76;

/**
 * What a page shows for a field without a word beside it: its only price, that it is in stock, its own heading as a
 * name.
 */
export const shownCandidates = (
  shown: ShownEvidence,
  field: Field,
  { senses, units }: FieldIntent,
  facts: PageFacts,
): SourceCandidate[] => {
  const [sense] = senses;
  // Whoever says more of what is meant is not answered with what has no word beside it.
  if (sense === undefined || sense.factor < 1 || field.description !== '' || units.size > 0) return [];
  const concepts = new Set(sense.concepts.map(({ key }) => key));
  const base = { kind: 'text', where: null, confidence: unlabelled } as const;
  if (concepts.has('price') && field.type === 'number' && shown.onlyPrice !== null && shown.past.size === 0) {
    const { price, quote } = shown.onlyPrice;
    return [{ ...base, value: price, conceptKind: 'money', quote }];
  }
  if (concepts.has('availability') && field.type === 'boolean' && (shown.inStock ?? shown.soldOut) !== null) {
    const isOpen = shown.inStock !== null && shown.soldOut !== null;
    const quote = shown.soldOut ?? shown.inStock;
    return isOpen ? [] : [{ ...base, value: shown.soldOut === null, conceptKind: 'availability', quote }];
  }
  const { heading } = shown;
  const isNamed = sense.key === 'name' && field.type === 'string' && heading !== null;
  if (!isNamed || pageNames.has(nameKey(heading)) || !showsThing(shown, facts)) return [];
  return [{ ...base, value: heading, conceptKind: 'prose', quote: heading }];
};

/**
 * Whether a page has facts of one thing, whose heading then is its name: not one of people, of several things or of
 * none.
 */
const showsThing = (shown: ShownEvidence, facts: PageFacts): boolean =>
  (facts.pairs.length > 0 || shown.onlyPrice !== null) && facts.markdown.split(/^#{2,}\s/m).length <= 4;

/** Headings that name a page and not a thing. */
const pageNames: ReadonlySet<string> = new Set(
  [
    'contact, contact us, about, about us, imprint, legal notice, privacy, home, welcome',
    'team, our team, our partners, faq, news, jobs, careers',
    'kontakt, impressum, über uns, datenschutz, startseite, willkommen, aktuelles, stellenangebote, unser team',
    'contactez nous, nous contacter, à propos, qui sommes nous, mentions légales, accueil',
    'bienvenue, actualités, notre équipe',
    'contacto, contáctenos, escríbanos, sobre nosotros, quiénes somos, aviso legal, inicio, bienvenidos, noticias',
    'お問い合わせ, 会社概要, 会社案内, ホーム, 採用情報, 特定商取引法に基づく表記, お知らせ',
  ]
    .join(', ')
    .split(', ')
    .map(nameKey),
);

/** A candidate as the page bears it out, or what the page shows instead. */
export const judgeShown = (
  shown: ShownEvidence,
  field: Field,
  { senses }: FieldIntent,
  best: SourceCandidate,
): Judged => {
  if (best.conceptKind === 'money') return judgePrice(shown, field, best);
  if (best.conceptKind === 'availability' && shown.soldOut !== null && isForMachines(best)) {
    const isStock = senses.some(({ concepts }) => concepts.some(({ key }) => key === 'availability'));
    if (!isStock || best.value === false) return { source: best, alternatives: [] };
    const value =
      field.type === 'boolean' ? false : field.schema['enum'] === undefined ? shown.soldOut : null;
    return {
      source: value === null ? null : seen(field, best, value, shown.soldOut),
      alternatives: [against(best, 'the page says that it is sold out')],
    };
  }
  const isName = senses.some(
    ({ key, entityType }) => ['name', 'product name'].includes(key) && entityType !== 'organization',
  );
  const { heading } = shown;
  if (!isName || best.conceptKind !== 'prose' || heading === null || typeof best.value !== 'string')
    return { source: best, alternatives: [] };
  if (!isForMachines(best) || shown.text.includes(normalText(best.value).text))
    return { source: best, alternatives: [] };
  return {
    source: seen(field, best, heading, heading),
    alternatives: [against(best, 'the page is headed and titled otherwise')],
  };
};
