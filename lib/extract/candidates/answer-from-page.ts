import type { Answers, Candidate, Evidence } from './candidate.ts';
import { asShown } from '../grounding/as-shown.ts';
import { entityOffers } from './entity-offers.ts';
import type { Field } from '../schema/field.ts';
import { groundIndexOf, type GroundIndex } from '../grounding/ground-index.ts';
import { groundingOf } from '../grounding/grounding.ts';
import { isBlankJson } from '../schema/json.ts';
import { linkOffers } from './link-offers.ts';
import { meaningOf } from '../schema/meaning.ts';
import { metadataOffers } from './metadata-offers.ts';
import { numbersIn } from '../schema/number-in-text.ts';
import { bestOffer, confidenceMin, type SourceOffer } from './offer.ts';
import type { PageFacts } from './page-facts.ts';
import { pairOffers } from './pair-offers.ts';

/** Whether the page shows people prices, and not this one: its structured data are stale, or of something else. */
const isOtherPriceShown = (prices: ReadonlySet<number>, { value, conceptKind }: SourceOffer): boolean => {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string'
        ? numbersIn(value)[0]?.readings[0]
        : undefined;
  return conceptKind === 'money' && number !== undefined && prices.size > 0 && !prices.has(number);
};

const shownPrices = (markdown: string): Set<number> =>
  new Set(numbersIn(markdown).flatMap(({ isMoney, readings }) => (isMoney ? readings : [])));

/** What a reader sees too is surer, and what is only said to machines a little less so; what was unlikely stays so. */
const confirmed = (confidence: number, isShown: boolean): number => {
  if (confidence < confidenceMin) return confidence;
  return isShown ? confidence + 0.3 * (1 - confidence) : 0.97 * confidence;
};

const candidateOf = (index: GroundIndex, field: Field, offer: SourceOffer): Candidate | null => {
  const grounding = groundingOf(index, field, offer.value);
  if (grounding.foreign.length > 0) return null;
  const isShown = grounding.evidence?.kind === 'text' && grounding.ungrounded.length === 0;
  const shown = isShown ? { quote: grounding.evidence.quote } : {};
  const evidence: Evidence = {
    url: index.url,
    kind: offer.kind,
    where: offer.where,
    quote: offer.quote,
    ...shown,
  };
  return {
    value: offer.value,
    confidence: Number(confirmed(offer.confidence, isShown).toFixed(3)),
    // It was read from the page, in whatever spelling.
    grounded: grounding.grounded === 'not-applicable' ? 'not-applicable' : 'grounded',
    evidence,
    ...(grounding.items === undefined ? {} : { items: grounding.items.map((item) => item ?? evidence) }),
  };
};

/**
 * What a page answers without a model: from the structured data of the thing it is about, its infobox, its labels, its metadata and links, each
 * field by its name, description and type. A field is left open where nothing is found, where sources contradict each
 * other, where it is not clear which thing is meant, or where the confidence is below `confidenceMin`: a wrong value is
 * worse than an open field. The rules are in docs/decisions/0012-matching-and-grounding.md.
 */
export const answersOf = (
  facts: PageFacts,
  fields: readonly Field[],
  index: GroundIndex = groundIndexOf(facts),
): Answers => {
  const asked = fields.map((field) => ({ field, meaning: meaningOf(field) }));
  const reading = { language: facts.metadata.language, baseUrl: facts.url };
  const byEntity = entityOffers(facts, asked, reading);
  const prices = shownPrices(facts.markdown);
  const answers = asked.flatMap(({ field, meaning }): [string, Candidate][] => {
    const offers = [
      ...(byEntity.get(field.name) ?? []),
      ...pairOffers(facts.pairs, field, meaning, reading),
      ...metadataOffers(facts, field, meaning, reading),
      ...linkOffers(facts, field, meaning),
    ]
      .filter(({ value }) => !isBlankJson(value))
      .map((offer) => asShown(offer, meaning, facts));
    const best = bestOffer(offers);
    if (best === null || isOtherPriceShown(prices, best)) return [];
    const candidate = candidateOf(index, field, best);
    return candidate === null || candidate.confidence < confidenceMin ? [] : [[field.name, candidate]];
  });
  return Object.fromEntries(answers);
};
