import { limits } from '../../limits/limits.ts';
import { minimum } from './minimum.ts';
import type { StructuredNode } from '../../content/metadata/structured-item.ts';
import { coerced, type Coerced, type Coercion, type Written } from '../schema/coerce.ts';
import { canonicalJson, type Json } from '../schema/json.ts';
import { isList, type Field } from '../schema/field.ts';
import { detectEntityType, type EntityType } from '../schema/entity-type.ts';
import type { FieldIntent, Sense } from '../schema/field-intent.ts';
import { readFieldIntent } from '../schema/field-intent.ts';
import {
  valueAddress,
  valuesForSense,
  valueText,
  type Description,
  type StructuredValueFound,
  type StructuredFound,
} from './structured-path.ts';
import { conceptsNamed, type ConceptKind } from '../schema/vocabulary.ts';
import { splitAtCommas } from './split-at-commas.ts';

/** A value that one description of a thing gives for a field. */
export interface StructuredCandidate {
  readonly value: Json;
  /** From 0 to 1, before the trust in the source and in the choice of the thing lower it. */
  readonly factor: number;
  readonly kind: ConceptKind;
  readonly where: string;
}

/** The facts about a page on which the reading of values depends. */
export type Reading = Omit<Coercion, 'words' | 'units'>;

const currencySense: Sense = {
  key: 'currency',
  concepts: conceptsNamed('currency'),
  entityType: null,
  factor: 1,
};

const currencyBeside = (description: Description): string | null => {
  const [said] = valuesForSense(description, currencySense, detectEntityType(description.node));
  const [first] = said?.values ?? [];
  return first === undefined ? null : valueText(first.value);
};

const writtenOf = (
  { value }: StructuredFound,
  kind: ConceptKind,
  currency: string | null,
): Written | null => {
  const text = ['url', 'site', 'image'].includes(kind) ? valueAddress(value) : valueText(value);
  return text === null ? null : { text, kind, currency };
};

/** Splits a list that a page writes as one text. Not for ingredients and steps, which have commas of their own. */
const partsOf = (text: string): string[] => {
  const parts = text
    .split(/\s*[;|]\s*/)
    .flatMap(splitAtCommas)
    .filter((part) => part !== '');
  return parts.length > 1 && parts.every((part) => part.length <= 40) ? parts : [text];
};

const unsplit = new Set(['ingredient', 'instruction', 'step', 'direction', 'method', 'opening hour', 'hour']);

const distinct = (values: readonly Coerced[]): Coerced[] => [
  ...new Map(values.map((one) => [canonicalJson(one.value), one])).values(),
];

const scalarOf = (
  field: Field,
  said: StructuredValueFound,
  sense: Sense,
  context: Context,
): StructuredCandidate | null => {
  const { kind } = said;
  const [first] = said.values;
  if (first === undefined) return null;
  const written = said.values.map((found) => writtenOf(found, kind, context.currency));
  const all = written.map((one) => (one === null ? null : coerced(field, one, context.coercion)));
  const values = distinct(all.filter((one) => one !== null));
  const [value] = values;
  // A value that cannot be read may be another value. Pictures are an exception, because any of them will do.
  if (value === undefined || (all.includes(null) && kind !== 'image')) return null;
  const found = { factor: sense.factor * value.factor, kind, where: first.where };
  if (values.length === 1) return { ...found, value: value.value };
  if (kind === 'image') return { ...found, value: value.value, factor: 0.9 * found.factor };
  // Several authors make one line; several prices make no price.
  const isNames =
    kind === 'text' &&
    said.values.every((one) => typeof one.value === 'object' || sense.key.startsWith('author'));
  const names = values.flatMap((one) => (typeof one.value === 'string' ? [one.value] : []));
  if (!isNames || names.length < values.length) return null;
  return { ...found, value: names.join(', '), factor: 0.85 * found.factor };
};

const listOf = (
  field: Field,
  said: StructuredValueFound,
  sense: Sense,
  context: Context,
): StructuredCandidate | null => {
  const { kind } = said;
  const written = said.values.flatMap((found) =>
    stepsOf(found).map((one) => writtenOf(one, kind, context.currency)),
  );
  if (written.length === 0 || written.includes(null)) return null;
  const [only] = written;
  const isAlone = written.length === 1 && only !== null && only !== undefined;
  const isSplit = isAlone && kind === 'list' && !unsplit.has(sense.key);
  // A text with commas may be a list, or one thing with a comma in it.
  if (isAlone && !isSplit && !unsplit.has(sense.key) && /[,;|\n]/.test(only.text)) return null;
  const all = isSplit ? partsOf(only.text).map((text) => ({ ...only, text })) : written;
  const values = all.map((one) => (one === null ? null : coerced(field, one, context.coercion)));
  const known = values.filter((one) => one !== null);
  if (known.length < values.length || known.length > limits.listItemsMax) return null;
  const factor = minimum(known.map((one) => one.factor)) * sense.factor;
  const where = said.values[0]?.where ?? '';
  return { value: distinct(known).map((one) => one.value), factor, kind, where };
};

/** Returns the steps within sections of a recipe or a manual. */
const stepsOf = (found: StructuredFound): StructuredFound[] => {
  const { value, where } = found;
  if (typeof value !== 'object' || !value.types.some((type) => /^(?:HowToSection|ItemList)$/.test(type)))
    return [found];
  return (value.properties['itemListElement'] ?? []).map((one, at) => ({
    value: one,
    where: `${where}/itemListElement/${at}`,
  }));
};

/** Returns a thing as plain JSON, for lists of objects with unnamed members. */
const plainNode = (node: StructuredNode, depth = 0): Json =>
  Object.fromEntries(
    Object.entries(node.properties).flatMap(([name, values]): [string, Json][] => {
      const all = values.map((value) =>
        typeof value === 'object' && depth < 2 && valueText(value) === null
          ? plainNode(value, depth + 1)
          : typeof value === 'object'
            ? (valueText(value) ?? valueAddress(value))
            : typeof value === 'string'
              ? valueText(value)
              : value,
      );
      const known = all.filter((value) => value !== null);
      return known.length === 0 ? [] : [[name, known.length === 1 ? (known[0] ?? null) : known]];
    }),
  );

interface Context {
  readonly coercion: Coercion;
  readonly currency: string | null;
}

const depthMax = 4;

/** Reads an object's members from a thing: null unless all required ones are found; `factor` is the least of theirs. */
export const objectFrom = (
  fields: readonly Field[],
  description: Description,
  reading: Reading,
  depth = 0,
): Omit<StructuredCandidate, 'kind'> | null => {
  if (depth > depthMax) return null;
  const { node, where } = description;
  if (fields.length === 0) return { value: plainNode(node), factor: 0.85, where };
  const answers = fields.map((field) => ({
    field,
    answer: answerFrom(field, readFieldIntent(field), description, reading, depth + 1),
  }));
  const found = answers.filter(({ answer }) => answer !== null && answer.factor >= partMin);
  if (
    found.length === 0 ||
    answers.some(({ field, answer }) => field.isRequired && (answer === null || answer.factor < partMin))
  )
    return null;
  return {
    value: Object.fromEntries(found.map(({ field, answer }) => [field.name, answer?.value ?? null])),
    factor: minimum(found.map(({ answer }) => answer?.factor ?? 0)),
    where,
  };
};

/** Members of objects that are less sure stay open. */
const partMin = 0.75;

/** Says whether every wanted member is answered for at least one of the objects; else a model may know more. */
export const covers = (fields: readonly Field[], values: readonly Json[]): boolean =>
  fields.every(({ name }) =>
    values.some((value) => typeof value === 'object' && value !== null && Object.hasOwn(value, name)),
  );

/**
 * Makes objects from several things: each needs the required members, and every member has to be known for at least
 * one.
 */
export const objectsFrom = (
  field: Field,
  descriptions: readonly Description[],
  reading: Reading,
  depth = 0,
): Omit<StructuredCandidate, 'kind'> | null => {
  const objects = descriptions.map((description) => objectFrom(field.fields, description, reading, depth));
  const known = objects.filter((object) => object !== null);
  const [first] = known;
  if (
    first === undefined ||
    known.length < objects.length ||
    !covers(
      field.fields,
      known.map(({ value }) => value),
    )
  )
    return null;
  return {
    value: known.map(({ value }) => value),
    factor: minimum(known.map(({ factor }) => factor)),
    where: first.where,
  };
};

const nestedFrom = (
  field: Field,
  said: StructuredValueFound,
  description: Description,
  reading: Reading,
  depth: number,
): Omit<StructuredCandidate, 'kind'> | null => {
  const things = said.values
    .flatMap(stepsOf)
    .flatMap(({ value, where }) =>
      typeof value === 'object' ? [{ node: value, where, syntax: description.syntax }] : [],
    );
  if (things.length < said.values.length) return null;
  if (isList(field)) return objectsFrom(field, things, reading, depth);
  const [only] = things;
  if (only === undefined || things.length > 1) return null;
  const object = objectFrom(field.fields, only, reading, depth);
  return object !== null && covers(field.fields, [object.value]) ? object : null;
};

const answerBy = (
  field: Field,
  { words, units }: FieldIntent,
  sense: Sense,
  said: StructuredValueFound,
  description: Description,
  reading: Reading,
  depth: number,
): StructuredCandidate | null => {
  if (field.type === 'object' || field.type === 'list[object]') {
    const nested = nestedFrom(field, said, description, reading, depth);
    return nested === null ? null : { ...nested, factor: nested.factor * sense.factor, kind: 'text' };
  }
  if (field.type === 'any' || field.type === 'list[any]') return null;
  const currency = said.kind === 'money' ? currencyBeside(description) : null;
  const context: Context = { coercion: { ...reading, words, units }, currency };
  return (isList(field) ? listOf : scalarOf)(field, said, sense, context);
};

/** Returns the value that a description of a thing gives for a field; null if it has none, or too many. */
export const answerFrom = (
  field: Field,
  intent: FieldIntent,
  description: Description,
  reading: Reading,
  depth = 0,
): StructuredCandidate | null => {
  const entityType: EntityType = detectEntityType(description.node);
  for (const sense of intent.senses) {
    if (sense.entityType !== null && sense.entityType !== entityType && depth === 0) continue;
    for (const said of valuesForSense(description, sense, entityType)) {
      const answer = answerBy(field, intent, sense, said, description, reading, depth);
      if (answer !== null) return answer;
    }
  }
  return null;
};
