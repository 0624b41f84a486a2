import { findEntities, type Entities, type Entity } from './entity.ts';
import { detectEntityType, entityTypeWords, isSubordinate, type EntityType } from '../schema/entity-type.ts';
import type { Field } from '../schema/field.ts';
import { isList } from '../schema/field.ts';
import { canonicalJson } from '../schema/json.ts';
import type { FieldIntent, Sense } from '../schema/field-intent.ts';
import { trustIn, type SourceCandidate } from './source-candidate.ts';
import type { PageFacts } from './page-facts.ts';
import {
  answerFrom,
  covers,
  objectFrom,
  objectsFrom,
  type Reading,
  type StructuredCandidate,
} from './structured-candidates.ts';
import type { Description } from './structured-path.ts';
import type { ConceptKind } from '../schema/vocabulary.ts';

/** A field with what it means. */
export interface FieldQuestion {
  readonly field: Field;
  readonly intent: FieldIntent;
}

/** Every kind of thing has these, so they do not show which thing is meant. */
const generic: ReadonlySet<ConceptKind> = new Set(['prose', 'url', 'site', 'image']);

/** Kinds of things that have a site of their own. */
const hasSites: ReadonlySet<EntityType> = new Set(['business', 'organization', 'person', 'app', 'event']);

const isOne = (a: EntityType, b: EntityType): boolean =>
  a === b || (['business', 'organization'].includes(a) && ['business', 'organization'].includes(b));

const namesEntityType = ({ words }: FieldIntent, entityType: EntityType): boolean =>
  [...words].some((word) => {
    const named = entityTypeWords.get(word);
    return named !== undefined && isOne(named, entityType);
  });

const namesAnyEntityType = ({ words }: FieldIntent): boolean =>
  [...words].some((word) => entityTypeWords.has(word));

/** Returns how sure it is that a field is about this entity; 0 where it is not. */
const fitOf = (entity: Entity, { intent }: FieldQuestion, kind: ConceptKind, hasSubject: boolean): number => {
  const { entityType } = entity;
  const isGeneric = generic.has(kind);
  const isNamed = namesEntityType(intent, entityType);
  if (isGeneric && namesAnyEntityType(intent) && !isNamed) return 0;
  if (kind === 'site' && !hasSites.has(entityType)) return 0;
  if (!isSubordinate(entityType)) return 1;
  // Every page of a site names its publisher, and that is not the name of the page.
  if (isGeneric && !isNamed && !entity.isTitled) return 0;
  // What a page says of itself as a page comes from its editor or template; its dates are mostly those of the text.
  if (!hasSubject && entityType === 'page') return kind === 'date' || isGeneric ? 0.93 : 0.73;
  if (!hasSubject) return 0.97;
  if (isNamed) return 0.95;
  // A publisher's telephone number and the like may be wanted, but the page is not about the publisher.
  return entityType === 'organization' && !isGeneric && kind !== 'date' && kind !== 'number' ? 0.85 : 0;
};

const candidateFrom = (
  answer: StructuredCandidate,
  { syntax }: Description,
  fit: number,
): SourceCandidate => ({
  value: answer.value,
  confidence: answer.factor * trustIn[syntax] * fit,
  kind: syntax,
  conceptKind: answer.kind,
  where: answer.where,
  quote: null,
});

interface TypeCandidates {
  readonly entity: Entity;
  readonly candidates: ReadonlyMap<string, readonly SourceCandidate[]>;
}

const candidatesOfEntity = (
  entity: Entity,
  asked: readonly FieldQuestion[],
  reading: Reading,
  hasSubject: boolean,
): TypeCandidates => {
  const candidates = asked.map(({ field, intent }): [string, SourceCandidate[]] => [
    field.name,
    entity.descriptions.flatMap((description) => {
      const answer = answerFrom(field, intent, description, reading);
      const fit = answer === null ? 0 : fitOf(entity, { field, intent }, answer.kind, hasSubject);
      return answer === null || fit === 0 ? [] : [candidateFrom(answer, description, fit)];
    }),
  ]);
  return { entity, candidates: new Map(candidates.filter(([, all]) => all.length > 0)) };
};

/**
 * Returns the kind of thing that alone answers the most fields: the request is about it, on a page about several
 * things.
 */
const leadingEntityType = (all: readonly TypeCandidates[]): EntityType | null => {
  const votes = all.map(({ entity, candidates }) => ({
    family: entity.entityType,
    count: [...candidates.keys()].filter((name) =>
      all.every((other) => other.entity === entity || !other.candidates.has(name)),
    ).length,
  }));
  const [first, second] = votes.sort((a, b) => b.count - a.count);
  return first !== undefined && first.count > (second?.count ?? 0) ? first.family : null;
};

/**
 * Chooses among the candidates of several things for one field: all if they agree, those of the thing that is meant if
 * that is known, else none.
 */
const settled = (
  all: readonly TypeCandidates[],
  { field, intent }: FieldQuestion,
  leading: EntityType | null,
): readonly SourceCandidate[] => {
  const answering = all.filter(({ candidates }) => candidates.has(field.name));
  const said = new Set(
    answering.map(({ candidates }) => canonicalJson(candidates.get(field.name)?.[0]?.value ?? null)),
  );
  if (said.size <= 1) return answering.flatMap(({ candidates }) => candidates.get(field.name) ?? []);
  const subjects = answering.filter(({ entity }) => !isSubordinate(entity.entityType));
  const named = answering.filter(({ entity }) => namesEntityType(intent, entity.entityType));
  const [meant] =
    named.length === 1
      ? named
      : subjects.length === 1
        ? subjects
        : subjects.filter(({ entity }) => entity.entityType === leading);
  if (meant !== undefined) return meant.candidates.get(field.name) ?? [];
  const notPage = answering.filter(({ entity }) => entity.entityType !== 'page');
  return notPage.length === 1 ? (notPage[0]?.candidates.get(field.name) ?? []) : [];
};

/**
 * Answers whole objects: `products` are all things of their kind on the page, `product` is the one that the page is
 * about.
 */
const wholeCandidates = (
  { field, intent }: FieldQuestion,
  entities: Entities,
  reading: Reading,
): SourceCandidate[] => {
  if (field.type !== 'object' && field.type !== 'list[object]') return [];
  const entityType = intent.senses
    .map((sense: Sense) => entityTypeWords.get(sense.key))
    .find((one) => one !== undefined);
  const factor = intent.senses[0]?.factor ?? 0;
  if (entityType === undefined || factor < 0.5) return [];
  const all = [...entities.all].flatMap(([one, things]) => (isOne(one, entityType) ? things : []));
  const descriptions = all.flatMap(({ descriptions }) => descriptions.slice(0, 1));
  if (isList(field)) {
    const objects = entities.isCutShort ? null : objectsFrom(field, descriptions, reading);
    const [first] = descriptions;
    return objects === null || first === undefined
      ? []
      : [candidateFrom({ ...objects, kind: 'list' }, first, factor)];
  }
  const main = entities.main.filter((entity) => isOne(entity.entityType, entityType));
  const [description] = main.length === 1 ? (main[0]?.descriptions ?? []) : [];
  const object = description === undefined ? null : objectFrom(field.fields, description, reading);
  if (description === undefined || object === null || !covers(field.fields, [object.value])) return [];
  return [candidateFrom({ ...object, kind: 'text' }, description, factor)];
};

/**
 * Says whether a page describes a thing other than an article: then its `meta` elements name the editor of the page.
 */
export const isAboutThing = (facts: PageFacts): boolean => {
  const entityTypes = facts.structuredData
    .filter(({ syntax }) => syntax !== 'open-graph')
    .map(detectEntityType);
  return entityTypes.some((entityType) => !isSubordinate(entityType)) && !entityTypes.includes('article');
};

/** Returns the candidates that the things described on a page give for each field. */
export const entityCandidates = (
  facts: PageFacts,
  asked: readonly FieldQuestion[],
  reading: Reading,
): ReadonlyMap<string, readonly SourceCandidate[]> => {
  const entities = findEntities(facts);
  const hasSubject = [...entities.all.keys()].some((entityType) => !isSubordinate(entityType));
  const all = entities.main.map((entity) => candidatesOfEntity(entity, asked, reading, hasSubject));
  const leading = leadingEntityType(all.filter(({ entity }) => !isSubordinate(entity.entityType)));
  return new Map(
    asked.map((one) => [
      one.field.name,
      [...settled(all, one, leading), ...wholeCandidates(one, entities, reading)],
    ]),
  );
};
