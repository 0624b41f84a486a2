import { saysSoldOut } from '../schema/coerce.ts';
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
  const isName = senses.some(({ key }) => ['name', 'product name'].includes(key));
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
