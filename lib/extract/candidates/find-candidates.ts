import type { Alternative, Answers, Candidate, Evidence } from './candidate.ts';
import { asShown } from '../grounding/as-shown.ts';
import { unsureDay } from '../schema/coerce.ts';
import { entityCandidates } from './entity-candidates.ts';
import type { Field } from '../schema/field.ts';
import { makeGroundIndex, type GroundIndex } from '../grounding/ground-index.ts';
import { groundValue } from '../grounding/grounding.ts';
import { canonicalJson, isBlankJson, type Json } from '../schema/json.ts';
import { linkCandidates } from './link-candidates.ts';
import { readFieldIntent } from '../schema/field-intent.ts';
import { metadataCandidates } from './metadata-candidates.ts';
import { isPlausible } from '../schema/plausible.ts';
import { bestCandidate, confidenceMin, type SourceCandidate } from './source-candidate.ts';
import type { PageFacts } from './page-facts.ts';
import { pairCandidates } from './pair-candidates.ts';
import { judgeShown, readShownEvidence, shownCandidates, visibleFirst } from './shown-evidence.ts';

/**
 * A value that readers see is surer, and a value that only machines are given is a little less sure. An unlikely value
 * stays unlikely.
 */
const confirmed = (confidence: number, isShown: boolean): number => {
  if (confidence < confidenceMin) return confidence;
  return isShown ? confidence + 0.3 * (1 - confidence) : 0.97 * confidence;
};

const candidateOf = (index: GroundIndex, field: Field, source: SourceCandidate): Candidate | null => {
  const grounding = groundValue(index, field, source.value);
  if (grounding.foreign.length > 0) return null;
  const isShown = grounding.evidence?.kind === 'text' && grounding.ungrounded.length === 0;
  // The evidence is the label's value, not the first place with the same words, such as a heading.
  const shown = isShown && source.quote === null ? { quote: grounding.evidence.quote } : {};
  const evidence: Evidence = {
    url: index.url,
    kind: source.kind,
    where: source.where,
    quote: source.quote,
    ...shown,
  };
  return {
    value: source.value,
    confidence: Number(confirmed(source.confidence, isShown).toFixed(3)),
    // The value was read from the page, in whatever spelling.
    grounded: grounding.grounded === 'not-applicable' ? 'not-applicable' : 'grounded',
    evidence,
    ...(grounding.items === undefined ? {} : { items: grounding.items.map((item) => item ?? evidence) }),
  };
};

/**
 * Raises the confidence of a day that machines are given as a moment early in the morning, if the page shows readers
 * that very day.
 */
const asDated = (index: GroundIndex, field: Field, source: SourceCandidate): SourceCandidate => {
  if (source.conceptKind !== 'date' || field.schema['format'] !== 'date') return source;
  if (typeof source.value !== 'string' || source.confidence >= confidenceMin) return source;
  const isShown = groundValue(index, field, source.value).evidence?.kind === 'text';
  return isShown ? { ...source, confidence: Math.min(0.9, source.confidence / unsureDay) } : source;
};

const alternativesMax = 5;

/** Returns the other values that the page has for the field, each once. */
const lessSure = (known: readonly Json[], all: readonly SourceCandidate[]): Alternative[] => {
  const told = new Set(known.map(canonicalJson));
  return all.flatMap(({ value, kind, where, confidence }) => {
    const key = canonicalJson(value);
    if (told.has(key) || JSON.stringify(value).length > alternativeCharactersMax) return [];
    told.add(key);
    return [{ value, kind, where, why: `it is less sure (${confidence.toFixed(2)})` }];
  });
};

const alternativeCharactersMax = 500;

/**
 * Returns the answers that a page gives without a model: from the structured data of its subject, its infobox, its
 * labels, its metadata and links, by the name, description and type of each field. A field stays open if nothing is
 * found, if sources contradict each other, if it is not clear which thing is meant, or if the confidence is below
 * `confidenceMin`: a wrong value is worse than an open field. The rules are in
 * docs/decisions/0012-matching-and-grounding.md.
 */
export const findCandidates = (
  facts: PageFacts,
  fields: readonly Field[],
  index: GroundIndex = makeGroundIndex(facts),
): Answers => {
  const asked = fields.map((field) => ({ field, intent: readFieldIntent(field) }));
  const reading = { language: facts.metadata.language, baseUrl: facts.url };
  const byEntity = entityCandidates(facts, asked, reading);
  const shown = readShownEvidence(facts);
  const answers = asked.flatMap(({ field, intent }): [string, Candidate][] => {
    const candidates = [
      ...(byEntity.get(field.name) ?? []),
      ...pairCandidates(facts.pairs, field, intent, reading),
      ...metadataCandidates(facts, field, intent, reading),
      ...linkCandidates(facts, field, intent),
    ]
      .filter(({ value }) => !isBlankJson(value) && isPlausible(intent, value))
      .map((source) => asShown(source, intent, facts))
      .map((source) => asDated(index, field, source));
    const best = bestCandidate(
      candidates.length > 0 ? visibleFirst(shown, candidates) : shownCandidates(shown, field, intent, facts),
    );
    if (best === null) return [];
    const { source, alternatives } = judgeShown(shown, field, intent, best);
    const candidate = source === null ? null : candidateOf(index, field, source);
    if (source === null || candidate === null || candidate.confidence < confidenceMin) return [];
    const values = [source.value, ...alternatives.map(({ value }) => value)];
    const others = [...alternatives, ...lessSure(values, candidates)].slice(0, alternativesMax);
    return [[field.name, others.length === 0 ? candidate : { ...candidate, alternatives: others }]];
  });
  return Object.fromEntries(answers);
};
