import {
  guessedPrefix,
  judgedPrefix,
  strayPrefix,
  unlinkedPrefix,
  withheldPrefix,
} from './joined-warnings.ts';
import type { Answers } from '../candidates/candidate.ts';
import type { GroundIndex } from '../grounding/ground-index.ts';
import { groundedValue } from '../grounding/grounded-value.ts';
import { fieldsSeen } from '../schema/asked-fields.ts';
import { readFieldIntent } from '../schema/field-intent.ts';
import { onlyValue } from '../schema/field.ts';
import { completeMembers } from '../schema/members.ts';
import { isPlausible } from '../schema/plausible.ts';
import { isBlankJson, type JsonObject } from '../schema/json.ts';
import type { AskedPage } from './asked-page.ts';

/** A model's answers about a chunk, after every value was looked up in the page. */
export interface ModelValues {
  readonly answers: Answers;
  /** Names of fields from which a part was left out because the page does not say it. */
  readonly withheld: readonly string[];
  /** Names of fields from which a part was left out because it is an address to which the page has no link. */
  readonly unlinked: readonly string[];
  /** Names of fields with a part that is the model's judgement: a yes or no, a choice that no page spells out. */
  readonly judged: readonly string[];
  /** Names of fields with a short part that the page may hold by chance. */
  readonly stray: readonly string[];
  /** Names of fields with a part that stands nowhere in the page, if the caller wants it anyway. */
  readonly guessed: readonly string[];
}

const asCandidates = (value: JsonObject): Answers =>
  Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      {
        value: inner,
        confidence: 0,
        grounded: 'ungrounded' as const,
        evidence: { url: '', kind: 'model' as const, where: null, quote: null },
      },
    ]),
  );

/**
 * Turns a model's answer into candidates: parts that do not stand in the page are left out, or marked if the spec
 * wants them.
 */
export const valuesOfModel = (
  { spec, fields }: AskedPage,
  index: GroundIndex,
  value: JsonObject,
): ModelValues => {
  const named = fields.length > 0 ? fields : fieldsSeen([asCandidates(value)]);
  const withheld: string[] = [];
  const unlinked: string[] = [];
  const judged: string[] = [];
  const stray: string[] = [];
  const guessed: string[] = [];
  const answers = named.flatMap((field) => {
    const found = Object.hasOwn(value, field.name) ? value[field.name] : undefined;
    if (found === undefined || isBlankJson(found) || onlyValue(field) !== undefined) return [];
    const { candidate, grounding } = groundedValue(index, field, found, spec.groundedOnly);
    if (candidate !== null && !isPlausible(readFieldIntent(field), candidate.value)) {
      withheld.push(field.name);
      return [];
    }
    if (grounding.foreign.length > 0) unlinked.push(field.name);
    if (spec.groundedOnly && grounding.ungrounded.length > 0) withheld.push(field.name);
    if (grounding.judged.length > 0) judged.push(field.name);
    if (grounding.stray.length > 0) stray.push(field.name);
    if (!spec.groundedOnly && grounding.ungrounded.length > 0) guessed.push(field.name);
    if (candidate === null) return [];
    return [[field.name, { ...candidate, value: completeMembers(field, candidate.value) }] as const];
  });
  return { answers: Object.fromEntries(answers), withheld, unlinked, judged, stray, guessed };
};

const namesShown = 20;

/** Warns of a model's values that are withheld, except in fields that another part of the page answers. */
const withheldWarning = (prefix: string, fields: readonly string[], answers: Answers): string[] => {
  const names = new Set(fields);
  const open = [...names].filter((name) => !Object.hasOwn(answers, name));
  // For a list or an object, some parts stand in the page.
  const partly = [...names].filter((name) => typeof (answers[name]?.value ?? undefined) === 'object');
  const told = [...open, ...partly].slice(0, namesShown);
  if (told.length === 0) return [];
  return [`${prefix}${told.join(', ')}`];
};

/** Warns of answered values that stand in no page, so that readers know that they are the model's. */
const saidByModel = (prefix: string, names: readonly string[], answers: Answers): string[] => {
  const told = [...new Set(names)].filter((name) => Object.hasOwn(answers, name));
  return told.length === 0 ? [] : [`${prefix}${told.join(', ')}`];
};

/** Returns the warnings about a model's values. */
export const valueWarnings = (parts: readonly ModelValues[], answers: Answers): string[] => {
  const fieldsOf = (kind: Exclude<keyof ModelValues, 'answers'>): string[] =>
    parts.flatMap((part) => part[kind]);
  const guessed = fieldsOf('guessed').filter((name) => answers[name]?.grounded === 'ungrounded');
  return [
    ...withheldWarning(withheldPrefix, fieldsOf('withheld'), answers),
    ...withheldWarning(unlinkedPrefix, fieldsOf('unlinked'), answers),
    ...saidByModel(judgedPrefix, fieldsOf('judged'), answers),
    ...saidByModel(strayPrefix, fieldsOf('stray'), answers),
    ...saidByModel(guessedPrefix, guessed, answers),
  ];
};
