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
  // A title with the site's name in it is no headline, and nothing tells which part of it is.
  const sure = isHeading ? 1 : title === metadata.title && metadata.og.title === null ? 0.78 : 0.92;
  return [metaCandidate(bare, factor * trustIn.meta * sure, 'meta', 'prose', where)];
};

/** Accounts that systems create; a template that names one names no author. */
const accounts: ReadonlySet<string> = new Set([
  'admin',
  'administrator',
  'root',
  'user',
  'wpadmin',
  'default',
]);

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
    const isAccount = concept.names.has('byline') && used.every((text) => accounts.has(text.toLowerCase()));
    const known = isAccount ? [] : values.filter((value) => value !== null);
    if (known.length === 0 || known.length < values.length) return [];
    const distinct = new Set(known.map(({ value }) => canonicalJson(value)));
    if (!isList(field) && distinct.size > 1) return [];
    const value = isList(field) ? known.map((one) => one.value) : (known[0]?.value ?? null);
    const least = minimum(known.map((one) => one.factor));
    const kind = name.startsWith('og:') || name.startsWith('product:') ? 'open-graph' : 'meta';
    return [metaCandidate(value, trustIn[kind] * factor * least, kind, concept.kind, `meta[name="${name}"]`)];
  });

/**
 * Returns candidates from the page's authors and dates, as the content stage read them from everything that the page
 * says of itself.
 */
const bylineCandidates = (
  { metadata }: PageFacts,
  field: Field,
  { concepts, factor }: Sense,
  coercion: Coercion,
): SourceCandidate[] => {
  const known = new Set(concepts.map(({ key }) => key));
  const of = (text: string | null, kind: ConceptKind, where: string): SourceCandidate[] => {
    const value = text === null ? null : coerced(field, { text, kind }, coercion);
    return value === null
      ? []
      : [metaCandidate(value.value, bylineTrust * factor * value.factor, 'meta', kind, where)];
  };
  if (known.has('author') && metadata.authors.length === 1 && !isList(field))
    return of(metadata.authors[0] ?? null, 'text', 'byline');
  // A bare date may be that of an event or of a text; a text names its author.
  const isText = concepts.length === 1 || metadata.authors.length > 0;
  if (known.has('date published') && isText) return of(metadata.publishedTime, 'date', 'byline');
  return known.has('date modified') ? of(metadata.modifiedTime, 'date', 'byline') : [];
};

const bylineTrust = 0.82;

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
 * Returns the candidates that a page's `meta` elements, title and address give for a field. The title answers a field
 * that asks for a title, not one that asks for a name.
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
    // A property of a thing is not found in the page's metadata.
    if (sense.entityType !== null && sense.entityType !== 'article') return [];
    const reading = { ...coercion, words: intent.words, units: intent.units };
    const own = ownCandidates(facts, field, sense);
    if (!isThing) own.push(...bylineCandidates(facts, field, sense, reading));
    const concepts = sense.concepts.filter(
      ({ kind, metas, names }) =>
        !(isThing && (names.has('byline') || kind === 'date')) &&
        !(kind === 'prose' && metas.includes('og:title')) &&
        kind !== 'url' &&
        kind !== 'site' &&
        !(kind === 'image' && isList(field)),
    );
    const isOther = about.length > 0 && !about.includes('article') && !about.includes('product');
    const said = concepts.flatMap((concept) => metaCandidates(facts, field, concept, sense.factor, reading));
    return [...own, ...(isOther ? [] : said)];
  });
};
