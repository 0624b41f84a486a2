import { saysInStock, saysSoldOut } from '../schema/truth-in-text.ts';
import type { Field } from '../schema/field.ts';
import type { FieldIntent } from '../schema/field-intent.ts';
import type { Json } from '../schema/json.ts';
import { normalText } from '../schema/normal-text.ts';
import { numbersIn } from '../schema/number-in-text.ts';
import { nameKey } from '../schema/words.ts';
import { ownPart } from '../../content/besides-heading.ts';
import type { Alternative } from './candidate.ts';
import type { PageFacts } from './page-facts.ts';
import { bareTitle, firstHeading } from './page-title.ts';
import { mailsIn, numbersToDial } from './link-candidates.ts';
import { readShownPrices, type ShownPrices } from './shown-prices.ts';
import { asksForThing, houseKeys, houseName, isPageName } from './heading-names.ts';
import { titleKeys } from '../grounding/as-shown.ts';
import { trustIn, type SourceCandidate } from './source-candidate.ts';

/**
 * The values that a page shows to readers, which go before those it gives to machines: templates fill structured data,
 * and these grow stale. A price that is struck out, or whose offer has expired, is no price. "Sold out" is true
 * whatever the data say. The heading names the page's subject.
 */
export interface ShownEvidence extends ShownPrices {
  /** A line that says that the product is in stock. */
  readonly inStock: string | null;
  /** The words that say that the product is sold out. */
  readonly soldOut: string | null;
  /** The page's heading, if its title says the same. */
  readonly heading: string | null;
  /** The page's heading, whatever its title says. */
  readonly anyHeading: string | null;
  /** The page's titles as normal texts, with and without the site's name. */
  readonly titles: readonly string[];
  /** E-mail addresses, and telephone numbers by their digits, that readers see. */
  readonly mails: ReadonlySet<string>;
  readonly dials: ReadonlyMap<string, string>;
  readonly text: string;
}

/** Reads what a page shows, once for all of its fields. */
export const readShownEvidence = (facts: PageFacts): ShownEvidence => {
  const { markdown, metadata } = facts;
  const lines = ownPart(markdown)
    .split('\n')
    .map((line) => line.replace(/^[\s>#*+-]+|[*_`\s]+$/g, ''));
  const heading = firstHeading(markdown);
  const titles = [metadata.title, metadata.og.title].flatMap((title) =>
    title === null ? [] : [normalText(title).text, normalText(bareTitle(title, metadata.og.siteName)).text],
  );
  const isTitled = heading !== null && titles.some((title) => title.includes(normalText(heading).text));
  return {
    ...readShownPrices(facts),
    mails: mailsIn(markdown),
    dials: numbersToDial(markdown),
    titles,
    anyHeading: heading,
    inStock: lines.find((line) => saysInStock(line)) ?? null,
    soldOut: lines.find((line) => line.length <= 80 && saysSoldOut(line)) ?? null,
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

const isForMachines = ({ kind }: Pick<SourceCandidate, 'kind'>): boolean =>
  ['json-ld', 'microdata', 'rdfa', 'open-graph', 'meta'].includes(kind);

/** The answer that replaces a candidate; `source` is null for none. */
export interface Judged {
  readonly source: SourceCandidate | null;
  readonly alternatives: readonly Alternative[];
}

/** Drops texts that only machines are given where a label shows another: a site's data name the site. */
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

/** A label that fits this well is the field's own name or a synonym. */
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
    against(
      best,
      isPast ? 'it is struck out, held before, or its offer has expired' : 'the page shows another price',
    ),
  ];
  const [only] = shown.alone;
  if (only === undefined || shown.alone.size > 1) return { source: null, alternatives };
  const value = field.type === 'string' ? null : only;
  const isWhole = field.type !== 'integer' || Number.isInteger(only);
  const source = value === null || !isWhole ? null : seen(field, best, value, String(only));
  return { source, alternatives };
};

/** How sure a value is that stands alone and has no label. If anything speaks against it, it is left to a model. */
const unlabelled = 0.76;

/**
 * Returns the values that a page shows for a field without a label: its only price, that it is in stock, its own
 * heading as a name.
 */
export const shownCandidates = (
  shown: ShownEvidence,
  field: Field,
  { senses, units }: FieldIntent,
  facts: PageFacts,
): SourceCandidate[] => {
  const [sense] = senses;
  // A field with a description or unit asks for more than a value without a label can confirm.
  if (sense === undefined || sense.factor < 1 || field.description !== '' || units.size > 0) return [];
  const concepts = new Set(sense.concepts.map(({ key }) => key));
  const base = { kind: 'text', where: null, confidence: unlabelled } as const;
  if (concepts.has('price') && shown.onlyPrice !== null && ['number', 'integer'].includes(field.type)) {
    const { price, quote } = shown.onlyPrice;
    if (field.type === 'integer' && !Number.isInteger(price)) return [];
    return [{ ...base, value: price, conceptKind: 'money', quote }];
  }
  if (concepts.has('availability') && field.type === 'boolean' && (shown.inStock ?? shown.soldOut) !== null) {
    const isOpen = shown.inStock !== null && shown.soldOut !== null;
    const quote = shown.soldOut ?? shown.inStock;
    return isOpen ? [] : [{ ...base, value: shown.soldOut === null, conceptKind: 'availability', quote }];
  }
  const { heading } = shown;
  if (field.type !== 'string' || titleKeys.has(sense.key)) return [];
  const isName = concepts.has('name');
  const { anyHeading } = shown;
  if ((isName || houseKeys.has(sense.key)) && anyHeading !== null && isPageName(anyHeading)) {
    const house = houseName(facts);
    return house === null ? [] : [{ ...base, value: house, conceptKind: 'prose', quote: null }];
  }
  const isNamed = isName || asksForThing(sense.key, facts);
  if (!isNamed || heading === null || isPageName(heading) || !showsThing(shown, facts)) return [];
  return [{ ...base, value: heading, conceptKind: 'prose', quote: heading }];
};

/**
 * Says whether a page has facts about a single thing, whose name is then its heading; not of people, of several things
 * or of none.
 */
const showsThing = (shown: ShownEvidence, facts: PageFacts): boolean =>
  (facts.pairs.length > 0 ||
    shown.onlyPrice !== null ||
    (shown.inStock ?? shown.soldOut) !== null ||
    isSaidToBeThing(facts)) &&
  facts.markdown.split(/^#{2,}\s/m).length <= 4;

/** Says whether a page's `meta` elements name one thing and its kind. */
const isSaidToBeThing = ({ metadata }: PageFacts): boolean => {
  const kind = [metadata.metas['og:type'] ?? []].flat()[0] ?? '';
  return (
    /^(?:product|og:product|book|video|music|restaurant|place)/.test(kind) ||
    metadata.metas['product:price:amount'] !== undefined
  );
};

const isShownOrTitled = (shown: ShownEvidence, value: string): boolean => {
  const { text } = normalText(value);
  return shown.text.includes(text) || shown.titles.some((title) => title.includes(text));
};

/**
 * Says whether a name is another thing's: readers see it nowhere, and the page shows a price under a heading with none
 * of its words.
 */
const isOtherThing = (shown: ShownEvidence, { value, kind, conceptKind }: SourceCandidate): boolean => {
  const { heading, anyHeading } = shown;
  if (heading !== null || anyHeading === null || shown.prices.size === 0) return false;
  if (!isForMachines({ kind }) || conceptKind !== 'prose' || typeof value !== 'string') return false;
  if (isShownOrTitled(shown, value) || isPageName(anyHeading)) return false;
  const words = new Set(nameKey(anyHeading).split(' '));
  return !nameKey(value)
    .split(' ')
    .some((word) => words.has(word));
};

/**
 * Judges an e-mail address or telephone number: one that only machines are given is out of date if readers see a single
 * other one.
 */
const judgeReach = (
  shown: ShownEvidence,
  field: Field,
  senses: FieldIntent['senses'],
  best: SourceCandidate,
): Judged | null => {
  const isOf = (name: string): boolean =>
    senses.some(({ concepts }) => concepts.some(({ key }) => key === name));
  if (!isForMachines(best) || typeof best.value !== 'string' || field.type !== 'string') return null;
  const [isMail, isDial] = [isOf('email'), isOf('telephone')];
  const digits = best.value.replace(/\D/g, '');
  const isShown = isMail
    ? shown.mails.has(best.value.toLowerCase())
    : shown.text.replace(/\D/g, '').includes(digits.slice(-7));
  const others = isMail ? [...shown.mails] : isDial ? [...shown.dials.values()] : [];
  const [other, ...more] = others;
  if (isShown || other === undefined) return null;
  const alternatives = [against(best, 'the page shows another to its readers')];
  return { source: more.length > 0 ? null : seen(field, best, other, other), alternatives };
};

/** Judges a candidate by what the page shows: returns it as confirmed, or the shown value instead. */
export const judgeShown = (
  shown: ShownEvidence,
  field: Field,
  { senses }: FieldIntent,
  best: SourceCandidate,
): Judged => {
  if (best.conceptKind === 'money') return judgePrice(shown, field, best);
  const reached = judgeReach(shown, field, senses, best);
  if (reached !== null) return reached;
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
  if (isName && isOtherThing(shown, best))
    return { source: null, alternatives: [against(best, 'the page is headed otherwise')] };
  if (!isName || best.conceptKind !== 'prose' || heading === null || typeof best.value !== 'string')
    return { source: best, alternatives: [] };
  if (!isForMachines(best) || isShownOrTitled(shown, best.value)) return { source: best, alternatives: [] };
  return {
    source: seen(field, best, heading, heading),
    alternatives: [against(best, 'the page is headed and titled otherwise')],
  };
};
