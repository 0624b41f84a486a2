import { entitiesOf, type Entities, type Entity } from './entity.ts';
import { familyOf, familyWords, isSubordinate, type Family } from '../schema/family.ts';
import type { Field } from '../schema/field.ts';
import { isList } from '../schema/field.ts';
import { canonicalJson } from '../schema/json.ts';
import type { Meaning, Sense } from '../schema/meaning.ts';
import { trustIn, type SourceOffer } from './offer.ts';
import type { PageFacts } from './page-facts.ts';
import {
  answerFrom,
  covers,
  objectFrom,
  objectsFrom,
  type Reading,
  type StructuredAnswer,
} from './structured-answer.ts';
import type { Description } from './structured-path.ts';
import type { ConceptKind } from '../schema/vocabulary.ts';

/** A field with what it means. */
export interface Asked {
  readonly field: Field;
  readonly meaning: Meaning;
}

/** What everything has, and so says nothing of which thing is meant. */
const generic: ReadonlySet<ConceptKind> = new Set(['prose', 'url', 'site', 'image']);

/** What has a site of its own. */
const hasSites: ReadonlySet<Family> = new Set(['business', 'organization', 'person', 'app', 'event']);

const isOne = (a: Family, b: Family): boolean =>
  a === b || (['business', 'organization'].includes(a) && ['business', 'organization'].includes(b));

const namesFamily = ({ words }: Meaning, family: Family): boolean =>
  [...words].some((word) => {
    const named = familyWords.get(word);
    return named !== undefined && isOne(named, family);
  });

const namesAnyFamily = ({ words }: Meaning): boolean => [...words].some((word) => familyWords.has(word));

/** How sure it is that an entity is the one that a field is about; 0 where it is not. */
const fitOf = (entity: Entity, { meaning }: Asked, kind: ConceptKind, hasSubject: boolean): number => {
  const { family } = entity;
  const isGeneric = generic.has(kind);
  const isNamed = namesFamily(meaning, family);
  if (isGeneric && namesAnyFamily(meaning) && !isNamed) return 0;
  if (kind === 'site' && !hasSites.has(family)) return 0;
  if (!isSubordinate(family)) return 1;
  // Every page of a site names who publishes it: that is not what the page is called.
  if (isGeneric && !isNamed && !entity.isTitled) return 0;
  // What a page says of itself as a page is its editor's, or its template's; its dates are mostly those of the text.
  if (!hasSubject && family === 'page') return kind === 'date' || isGeneric ? 0.93 : 0.73;
  if (!hasSubject) return 0.97;
  if (isNamed) return 0.95;
  // Who publishes a page may be rung up, and is not what it is about.
  return family === 'organization' && !isGeneric && kind !== 'date' && kind !== 'number' ? 0.85 : 0;
};

const offerOf = (answer: StructuredAnswer, { syntax }: Description, fit: number): SourceOffer => ({
  value: answer.value,
  confidence: answer.factor * trustIn[syntax] * fit,
  kind: syntax,
  conceptKind: answer.kind,
  where: answer.where,
  quote: null,
});

interface FamilyOffers {
  readonly entity: Entity;
  readonly offers: ReadonlyMap<string, readonly SourceOffer[]>;
}

const offersOfEntity = (
  entity: Entity,
  asked: readonly Asked[],
  reading: Reading,
  hasSubject: boolean,
): FamilyOffers => {
  const offers = asked.map(({ field, meaning }): [string, SourceOffer[]] => [
    field.name,
    entity.descriptions.flatMap((description) => {
      const answer = answerFrom(field, meaning, description, reading);
      const fit = answer === null ? 0 : fitOf(entity, { field, meaning }, answer.kind, hasSubject);
      return answer === null || fit === 0 ? [] : [offerOf(answer, description, fit)];
    }),
  ]);
  return { entity, offers: new Map(offers.filter(([, all]) => all.length > 0)) };
};

/** The family that answers most of what no other does: what the request is about, on a page about several things. */
const leadingFamily = (all: readonly FamilyOffers[]): Family | null => {
  const votes = all.map(({ entity, offers }) => ({
    family: entity.family,
    count: [...offers.keys()].filter((name) =>
      all.every((other) => other.entity === entity || !other.offers.has(name)),
    ).length,
  }));
  const [first, second] = votes.sort((a, b) => b.count - a.count);
  return first !== undefined && first.count > (second?.count ?? 0) ? first.family : null;
};

/** Offers of several things for one field: all where they agree, those of the thing that is meant where it is known, else none. */
const settled = (
  all: readonly FamilyOffers[],
  { field, meaning }: Asked,
  leading: Family | null,
): readonly SourceOffer[] => {
  const answering = all.filter(({ offers }) => offers.has(field.name));
  const said = new Set(
    answering.map(({ offers }) => canonicalJson(offers.get(field.name)?.[0]?.value ?? null)),
  );
  if (said.size <= 1) return answering.flatMap(({ offers }) => offers.get(field.name) ?? []);
  const subjects = answering.filter(({ entity }) => !isSubordinate(entity.family));
  const named = answering.filter(({ entity }) => namesFamily(meaning, entity.family));
  const [meant] =
    named.length === 1
      ? named
      : subjects.length === 1
        ? subjects
        : subjects.filter(({ entity }) => entity.family === leading);
  if (meant !== undefined) return meant.offers.get(field.name) ?? [];
  const notPage = answering.filter(({ entity }) => entity.family !== 'page');
  return notPage.length === 1 ? (notPage[0]?.offers.get(field.name) ?? []) : [];
};

/** `products` are all things of their family on the page, `product` is the one that the page is about. */
const wholeOffers = ({ field, meaning }: Asked, entities: Entities, reading: Reading): SourceOffer[] => {
  if (field.type !== 'object' && field.type !== 'list[object]') return [];
  const family = meaning.senses
    .map((sense: Sense) => familyWords.get(sense.key))
    .find((one) => one !== undefined);
  const factor = meaning.senses[0]?.factor ?? 0;
  if (family === undefined || factor < 0.5) return [];
  const all = [...entities.all].flatMap(([one, things]) => (isOne(one, family) ? things : []));
  const descriptions = all.flatMap(({ descriptions }) => descriptions.slice(0, 1));
  if (isList(field)) {
    const objects = entities.isCutShort ? null : objectsFrom(field, descriptions, reading);
    const [first] = descriptions;
    return objects === null || first === undefined
      ? []
      : [offerOf({ ...objects, kind: 'list' }, first, factor)];
  }
  const main = entities.main.filter((entity) => isOne(entity.family, family));
  const [description] = main.length === 1 ? (main[0]?.descriptions ?? []) : [];
  const object = description === undefined ? null : objectFrom(field.fields, description, reading);
  if (description === undefined || object === null || !covers(field.fields, [object.value])) return [];
  return [offerOf({ ...object, kind: 'text' }, description, factor)];
};

/** Whether a page describes something, and no article: then its `meta` elements name who keeps the page. */
export const isAboutThing = (facts: PageFacts): boolean => {
  const families = facts.structuredData.filter(({ syntax }) => syntax !== 'open-graph').map(familyOf);
  return families.some((family) => !isSubordinate(family)) && !families.includes('article');
};

/** What the things that a page describes offer for each field. */
export const entityOffers = (
  facts: PageFacts,
  asked: readonly Asked[],
  reading: Reading,
): ReadonlyMap<string, readonly SourceOffer[]> => {
  const entities = entitiesOf(facts);
  const hasSubject = [...entities.all.keys()].some((family) => !isSubordinate(family));
  const all = entities.main.map((entity) => offersOfEntity(entity, asked, reading, hasSubject));
  const leading = leadingFamily(all.filter(({ entity }) => !isSubordinate(entity.family)));
  return new Map(
    asked.map((one) => [
      one.field.name,
      [...settled(all, one, leading), ...wholeOffers(one, entities, reading)],
    ]),
  );
};
