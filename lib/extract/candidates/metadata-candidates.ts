import { minimum } from './minimum.ts';
import { coerced, type Coercion } from '../schema/coerce.ts';
import { isList, type Field } from '../schema/field.ts';
import { canonicalJson } from '../schema/json.ts';
import type { FieldIntent, Sense } from '../schema/field-intent.ts';
import { normalText } from '../schema/normal-text.ts';
import { isAboutThing } from './entity-candidates.ts';
import { bareTitle, firstHeading } from './page-title.ts';
import { entityTypeWords } from '../schema/entity-type.ts';
import { titleKeys } from '../grounding/as-shown.ts';
import { trustIn, type SourceCandidate } from './source-candidate.ts';
import type { PageFacts } from './page-facts.ts';
import { cleanValueText } from './structured-path.ts';
import type { Concept, ConceptKind } from '../schema/vocabulary.ts';

const pageUrlKeys = new Set(['url', 'permalink', 'canonical url', 'page url']);

const metaCandidate = (
  value: SourceCandidate['value'],
  confidence: number,
  kind: SourceCandidate['kind'],
  conceptKind: ConceptKind,
  where: string,
): SourceCandidate => ({
  value,
  confidence,
  kind,
  conceptKind,
  where,
  quote: null,
});

const titleCandidates = ({ metadata, markdown }: PageFacts, factor: number): SourceCandidate[] => {
  const heading = firstHeading(markdown);
  const { headline } = metadata;
  const title = metadata.og.title ?? headline ?? metadata.title;
  if (title === null) return [];
  const bare = bareTitle(title, metadata.og.siteName);
  const isHeading = heading !== null && normalText(heading).text === normalText(bare).text;
  const where = metadata.og.title === null ? (headline === null ? 'title' : 'h1') : 'meta[name="og:title"]';
  // A title with the site's name in it is no headline, and nobody says which part of it is.
  const sure = isHeading ? 1 : title === metadata.title && metadata.og.title === null ? 0.78 : 0.92;
  return [metaCandidate(bare, factor * trustIn.meta * sure, 'meta', 'prose', where)];
};

const metaCandidates = (
  facts: PageFacts,
  field: Field,
  concept: Concept,
  factor: number,
  coercion: Coercion,
): SourceCandidate[] =>
  concept.metas.flatMap((name) => {
    const { metas } = facts.metadata;
    if (!Object.hasOwn(metas, name)) return [];
    const texts = [metas[name] ?? []]
      .flat()
      .map((text) => cleanValueText(text))
      .filter((text) => text !== null);
    const parts =
      isList(field) && texts.length === 1
        ? (texts[0] ?? '').split(/\s*,\s*/).filter((part) => part !== '')
        : texts;
    const used = concept.kind === 'image' && !isList(field) ? parts.slice(0, 1) : parts;
    const values = used.map((text) => coerced(field, { text, kind: concept.kind }, coercion));
    const known = values.filter((value) => value !== null);
    if (known.length === 0 || known.length < values.length) return [];
    const distinct = new Set(known.map(({ value }) => canonicalJson(value)));
    if (!isList(field) && distinct.size > 1) return [];
    const value = isList(field) ? known.map((one) => one.value) : (known[0]?.value ?? null);
    const least = minimum(known.map((one) => one.factor));
    const kind = name.startsWith('og:') || name.startsWith('product:') ? 'open-graph' : 'meta';
    return [metaCandidate(value, trustIn[kind] * factor * least, kind, concept.kind, `meta[name="${name}"]`)];
  });

const ownCandidates = (facts: PageFacts, field: Field, sense: Sense): SourceCandidate[] => {
  const { metadata } = facts;
  if (field.type !== 'string') return [];
  if (titleKeys.has(sense.key)) return titleCandidates(facts, sense.factor);
  if (pageUrlKeys.has(sense.key)) {
    return [
      metaCandidate(
        metadata.canonicalUrl ?? facts.url,
        0.85 * sense.factor,
        'meta',
        'url',
        'link[rel="canonical"]',
      ),
    ];
  }
  const isLanguage = sense.key === 'language' || sense.key === 'content language';
  if (isLanguage && metadata.language !== null) {
    return [metaCandidate(metadata.language, 0.85 * sense.factor, 'meta', 'text', 'html[lang]')];
  }
  if (sense.key === 'description' && metadata.description !== null) {
    const where = 'meta[name="description"]';
    return [metaCandidate(metadata.description, 0.85 * sense.factor, 'meta', 'prose', where)];
  }
  return [];
};

/**
 * What a page's `meta` elements, title and address offer for a field. The title is offered to who asks for a title,
 * not for a name.
 */
export const metadataCandidates = (
  facts: PageFacts,
  field: Field,
  intent: FieldIntent,
  coercion: Omit<Coercion, 'words' | 'units'>,
): SourceCandidate[] => {
  if (
    field.type === 'object' ||
    field.type === 'list[object]' ||
    field.type === 'any' ||
    field.type === 'list[any]'
  )
    return [];
  const isThing = isAboutThing(facts);
  const about = [...intent.words].flatMap((word) => entityTypeWords.get(word) ?? []);
  return intent.senses.flatMap((sense) => {
    // What belongs to a thing is no matter of the page's.
    if (sense.entityType !== null && sense.entityType !== 'article') return [];
    const own = ownCandidates(facts, field, sense);
    const concepts = sense.concepts.filter(
      ({ kind, metas, names }) =>
        !(isThing && (names.has('byline') || kind === 'date')) &&
        !(kind === 'prose' && metas.includes('og:title')) &&
        kind !== 'url' &&
        kind !== 'site' &&
        !(kind === 'image' && isList(field)),
    );
    const isOther = about.length > 0 && !about.includes('article') && !about.includes('product');
    const said = concepts.flatMap((concept) =>
      metaCandidates(facts, field, concept, sense.factor, {
        ...coercion,
        words: intent.words,
        units: intent.units,
      }),
    );
    return [...own, ...(isOther ? [] : said)];
  });
};
