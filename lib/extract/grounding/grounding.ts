import { limits } from '../../limits/limits.ts';
import type { Candidate, Evidence, Grounded } from '../candidates/candidate.ts';
import { toIsoDate, toSeconds } from '../schema/date-in-text.ts';
import type { Field } from '../schema/field.ts';
import { findDate, findNumber, findText, type GroundIndex } from './ground-index.ts';
import { isByChance } from './by-chance.ts';
import { findSubject } from './find-subject.ts';
import { isBlankJson, isJsonList, isJsonObject, type Json } from '../schema/json.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { parseNumber, findUnit } from '../schema/number-in-text.ts';
import { foreignUrlsIn, isPageUrl } from '../candidates/page-urls.ts';
import { stepsTo } from '../schema/json-pointer.ts';
import { splitWords } from '../schema/words.ts';

/** Whether the parts of a value stand in the page. */
export interface Grounding {
  readonly grounded: Grounded;
  /** The place of the first part that stands in the page. */
  readonly evidence: Evidence | null;
  /** For a list: evidence of each item. */
  readonly items?: readonly (Evidence | null)[];
  /** JSON pointers (RFC 6901), within the value, of parts that stand nowhere in the page. */
  readonly ungrounded: readonly string[];
  /** JSON pointers of texts with an address that is not the page's. */
  readonly foreign: readonly string[];
  /** JSON pointers of parts that no page spells out: a yes or no, a choice among given values. */
  readonly judged: readonly string[];
}

interface LeafGrounding {
  readonly state: Grounded | 'foreign';
  readonly evidence: Evidence | null;
}

const addressWords = new Set(['url', 'uri', 'href', 'link', 'website', 'homepage', 'webpage', 'permalink']);

/** Says whether a field is meant to hold an address. */
export const isAddressField = (name: string, schema: JsonSchema): boolean =>
  ['uri', 'url', 'uri-reference', 'iri'].some((format) => schema['format'] === format) ||
  splitWords(name).some((word) => addressWords.has(word));

/** Grounds a value that no page spells out; if a model gave it, the page at least has to mention the field. */
const groundJudged = (index: GroundIndex, part: Part, value: Json, isGuess: boolean): LeafGrounding => {
  const subject = isGuess ? findSubject(index, part, value) : null;
  return isGuess && subject === null
    ? { state: 'ungrounded', evidence: null }
    : { state: 'not-applicable', evidence: subject };
};

const isChosen = (schema: JsonSchema): boolean =>
  Array.isArray(schema['enum']) || schema['const'] !== undefined;

const linkEvidence = (index: GroundIndex, url: string): Evidence => ({
  url: index.url,
  kind: 'link',
  where: null,
  quote: url.slice(0, limits.quoteCharactersMax),
});

/** Finds a text that is a date, a number or a duration, however the page writes it. */
const findMeant = (index: GroundIndex, text: string): Evidence | null => {
  const date = toIsoDate(text);
  if (date !== null) {
    const utc = /T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(date) ? (isoOf(date)?.slice(0, 10) ?? null) : null;
    return findDate(index, date.slice(0, 10)) ?? (utc === null ? null : findDate(index, utc));
  }
  const number = parseNumber(text, null);
  if (number !== null && findUnit(text, number) === '') return findNumber(index, number.value);
  const seconds = toSeconds(text);
  return seconds === null || seconds === 0 ? null : (findNumber(index, seconds / 60) ?? null);
};

const isoOf = (text: string): string | null => {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
};

const groundText = (
  walk: Pick<Walk, 'index' | 'isGuess'>,
  text: string,
  part: Part,
  isLooked: boolean,
): LeafGrounding => {
  const { index, isGuess } = walk;
  const { name, schema } = part;
  const isAddress = isAddressField(name, schema);
  if (foreignUrlsIn(index.urls, text, isAddress).length > 0) return { state: 'foreign', evidence: null };
  const evidence = isLooked ? (findText(index, text) ?? findMeant(index, text)) : null;
  if (evidence !== null && (isChosen(schema) || !(isGuess && isByChance(index, part, text, evidence))))
    return { state: 'grounded', evidence };
  if (isChosen(schema)) return groundJudged(index, part, text, isGuess);
  // An address of the page's own counts like words of its text.
  return isPageUrl(index.urls, text)
    ? { state: 'grounded', evidence: linkEvidence(index, text) }
    : { state: 'ungrounded', evidence: null };
};

/** Grounds a scalar. `isLooked`: whether the text is searched; addresses are checked in any case. */
const groundLeaf = (walk: Walk, value: Json, part: Part, isLooked: boolean): LeafGrounding => {
  const { index, isGuess } = walk;
  if (typeof value === 'string') return groundText(walk, value, part, isLooked);
  if (typeof value !== 'number') return groundJudged(index, part, value, isGuess);
  const evidence = findNumber(index, value);
  if (!isChosen(part.schema))
    return evidence === null || (isGuess && isByChance(index, part, value, evidence))
      ? { state: 'ungrounded', evidence: null }
      : { state: 'grounded', evidence };
  // A choice among a few numbers is found in most pages, and seldom means the field there.
  const judged = groundJudged(index, part, value, isGuess);
  return evidence === null || judged.state === 'ungrounded' ? judged : { state: 'grounded', evidence };
};

interface Walk {
  readonly index: GroundIndex;
  readonly ungrounded: string[];
  readonly foreign: string[];
  readonly judged: string[];
  /** Whether a model gave the value, and not the page. */
  readonly isGuess: boolean;
  /** How many more leaves may be looked for. */
  left: number;
}

interface Found {
  evidence: Evidence | null;
  isUngrounded: boolean;
  isGrounded: boolean;
}

const objectOf = (schema: Json | undefined): JsonSchema => (isJsonObject(schema) ? schema : {});

/** What is known of a part: its name, its schema, and the fields inside it. */
type Part = Pick<Field, 'name' | 'schema' | 'fields'>;

const itemOf = ({ name, schema, fields }: Part): Part => ({
  name,
  schema: objectOf(schema['items']),
  fields,
});

const memberOf = ({ fields }: Part, name: string): Part =>
  fields.find((field) => field.name === name) ?? { name, schema: {}, fields: [] };

const walkValue = (walk: Walk, value: Json, part: Part, pointer: string): Found => {
  const found: Found = { evidence: null, isUngrounded: false, isGrounded: false };
  const take = (inner: Found): void => {
    found.evidence ??= inner.evidence;
    found.isUngrounded ||= inner.isUngrounded;
    found.isGrounded ||= inner.isGrounded;
  };
  if (value === null || (isBlankJson(value) && typeof value !== 'object')) return found;
  if (isJsonList(value)) {
    for (const [at, item] of value.entries()) take(walkValue(walk, item, itemOf(part), `${pointer}/${at}`));
    return found;
  }
  if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      take(walkValue(walk, member, memberOf(part, name), `${pointer}/${stepsTo(name)}`));
    }
    return found;
  }
  walk.left -= 1;
  const leaf = groundLeaf(walk, value, part, walk.left >= 0);
  if (leaf.state === 'not-applicable') walk.judged.push(pointer);
  if (leaf.state === 'foreign') walk.foreign.push(pointer);
  if (leaf.state === 'ungrounded') walk.ungrounded.push(pointer);
  return {
    evidence: leaf.evidence,
    isUngrounded: leaf.state === 'ungrounded' || leaf.state === 'foreign',
    isGrounded: leaf.state === 'grounded',
  };
};

const stateOf = ({ isUngrounded, isGrounded }: Found): Grounded =>
  isUngrounded ? 'ungrounded' : isGrounded ? 'grounded' : 'not-applicable';

/**
 * Checks whether a value stands in its page: texts word by word, whatever their case, quotes, dashes, spaces and
 * Markdown; numbers and dates in any spelling; lists item by item, objects member by member. Booleans, and members of
 * an enum that the page does not spell out, cannot stand in a page; from a model (`isGuess`) they are ungrounded if the
 * page does not mention the field at all. An address has to be one of the page's own. Parts beyond
 * `limits.groundedValuesMax` count as ungrounded.
 */
export const groundValue = (index: GroundIndex, field: Field, value: Json, isGuess = false): Grounding => {
  const left = limits.groundedValuesMax;
  const walk: Walk = { index, ungrounded: [], foreign: [], judged: [], isGuess, left };
  const { ungrounded, foreign, judged } = walk;
  if (!isJsonList(value)) {
    const found = walkValue(walk, value, field, '');
    return {
      grounded: stateOf(found),
      evidence: found.evidence,
      ungrounded,
      foreign,
      judged,
    };
  }
  const all = value.map((item, at) => walkValue(walk, item, itemOf(field), `/${at}`));
  const whole: Found = {
    evidence: all.find(({ evidence }) => evidence !== null)?.evidence ?? null,
    isUngrounded: all.some(({ isUngrounded }) => isUngrounded),
    isGrounded: all.some(({ isGrounded }) => isGrounded),
  };
  return {
    grounded: stateOf(whole),
    evidence: whole.evidence,
    items: all.map((item) => (item.isUngrounded ? null : item.evidence)),
    ungrounded,
    foreign,
    judged,
  };
};

/**
 * Returns the value without the parts at these pointers: members become null, items of lists are removed, and so is
 * everything that this leaves empty.
 */
const without = (value: Json, pointers: ReadonlySet<string>, pointer: string): Json => {
  if (pointers.has(pointer)) return null;
  if (isJsonList(value)) {
    return value
      .map((item, at) => ({ before: item, after: without(item, pointers, `${pointer}/${at}`) }))
      .filter(({ before, after }) => !isBlankJson(after) || isBlankJson(before))
      .map(({ after }) => after);
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      without(member, pointers, `${pointer}/${stepsTo(name)}`),
    ]),
  );
};

/** A model's value for a field, after a search for it in the page. */
export interface GroundedValue {
  /** Null if no part of it may be kept. */
  readonly candidate: Candidate | null;
  /** The grounding of the value as answered. */
  readonly grounding: Grounding;
}

/** The confidence in a model's value; that of a guess if the page does not say it. */
const confidenceOf: Readonly<Record<Grounded, number>> = {
  grounded: 0.9,
  'not-applicable': 0.7,
  ungrounded: 0.3,
};

/**
 * Makes a candidate of a model's value. Removes texts with addresses that are not the page's. Parts that stand nowhere
 * in the page are marked, or left out with `dropsUngrounded`.
 */
export const groundedValue = (
  index: GroundIndex,
  field: Field,
  value: Json,
  dropsUngrounded: boolean,
): GroundedValue => {
  const grounding = groundValue(index, field, value, true);
  const dropped = dropsUngrounded ? [...grounding.foreign, ...grounding.ungrounded] : grounding.foreign;
  const kept = dropped.length === 0 ? value : without(value, new Set(dropped), '');
  if (isBlankJson(kept)) return { candidate: null, grounding };
  const after = dropped.length === 0 ? grounding : groundValue(index, field, kept, true);
  const nowhere: Evidence = { url: index.url, kind: 'model', where: null, quote: null };
  return {
    candidate: {
      value: kept,
      confidence: confidenceOf[after.grounded],
      grounded: after.grounded,
      evidence: after.evidence ?? nowhere,
      ...(after.items === undefined ? {} : { items: after.items }),
    },
    grounding,
  };
};
