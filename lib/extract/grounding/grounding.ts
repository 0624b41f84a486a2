import { limits } from '../../limits/limits.ts';
import type { Candidate, Evidence, Grounded } from '../candidates/candidate.ts';
import { toIsoDate, toSeconds } from '../schema/date-in-text.ts';
import type { Field } from '../schema/field.ts';
import { findDate, findNumber, findText, type GroundIndex } from './ground-index.ts';
import { isBlankJson, isJsonList, isJsonObject, type Json } from '../schema/json.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { parseNumber, findUnit } from '../schema/number-in-text.ts';
import { foreignUrlsIn, isPageUrl } from '../candidates/page-urls.ts';
import { stepsTo } from '../schema/json-pointer.ts';
import { splitWords } from '../schema/words.ts';

/** Whether the parts of a value stand in the page. */
export interface Grounding {
  readonly grounded: Grounded;
  /** Where the first part that stands somewhere does. */
  readonly evidence: Evidence | null;
  /** Of a list: evidence of each item. */
  readonly items?: readonly (Evidence | null)[];
  /** JSON pointers (RFC 6901) within the value of parts that stand nowhere. */
  readonly ungrounded: readonly string[];
  /** JSON pointers of texts that hold an address which is none of the page's. */
  readonly foreign: readonly string[];
}

interface LeafGrounding {
  readonly state: Grounded | 'foreign';
  readonly evidence: Evidence | null;
}

const addressWords = new Set(['url', 'uri', 'href', 'link', 'website', 'homepage', 'webpage', 'permalink']);

/** Whether a field is meant to hold an address. */
export const isAddressField = (name: string, schema: JsonSchema): boolean =>
  ['uri', 'url', 'uri-reference', 'iri'].some((format) => schema['format'] === format) ||
  splitWords(name).some((word) => addressWords.has(word));

const isChosen = (schema: JsonSchema): boolean =>
  Array.isArray(schema['enum']) || schema['const'] !== undefined;

const linkEvidence = (index: GroundIndex, url: string): Evidence => ({
  url: index.url,
  kind: 'link',
  where: null,
  quote: url.slice(0, limits.quoteCharactersMax),
});

/** A text that is a date, a number or a duration stands in the page where that does, however it is written. */
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
  index: GroundIndex,
  text: string,
  name: string,
  schema: JsonSchema,
  isLooked: boolean,
): LeafGrounding => {
  const isAddress = isAddressField(name, schema);
  if (foreignUrlsIn(index.urls, text, isAddress).length > 0) return { state: 'foreign', evidence: null };
  const evidence = isLooked ? (findText(index, text) ?? findMeant(index, text)) : null;
  if (evidence !== null) return { state: 'grounded', evidence };
  if (isChosen(schema)) return { state: 'not-applicable', evidence: null };
  // An address of the page's own is as good as its words.
  return isPageUrl(index.urls, text)
    ? { state: 'grounded', evidence: linkEvidence(index, text) }
    : { state: 'ungrounded', evidence: null };
};

/** `isLooked`: whether the text is searched; addresses are judged in any case. */
const groundLeaf = (
  index: GroundIndex,
  value: Json,
  name: string,
  schema: JsonSchema,
  isLooked: boolean,
): LeafGrounding => {
  if (typeof value === 'string') return groundText(index, value, name, schema, isLooked);
  if (typeof value !== 'number') return { state: 'not-applicable', evidence: null };
  const evidence = findNumber(index, value);
  if (evidence !== null) return { state: 'grounded', evidence };
  return { state: isChosen(schema) ? 'not-applicable' : 'ungrounded', evidence: null };
};

interface Walk {
  readonly index: GroundIndex;
  readonly ungrounded: string[];
  readonly foreign: string[];
  /** Leaves that may still be looked for. */
  left: number;
}

interface Found {
  evidence: Evidence | null;
  isUngrounded: boolean;
  isGrounded: boolean;
}

const objectOf = (schema: Json | undefined): JsonSchema => (isJsonObject(schema) ? schema : {});

/** What is known of a part: its name, what the schema says of it, and the fields inside it. */
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
  if (isBlankJson(value) && typeof value !== 'object') return found;
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
  const leaf = groundLeaf(walk.index, value, part.name, part.schema, walk.left >= 0);
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
 * Whether a value stands in its page: texts word by word, whatever their case, quotes, dashes, spaces and Markdown;
 * numbers and
 * dates in any spelling; lists item by item, objects member by member. Booleans, and members of an enum that are
 * nowhere
 * spelled out, cannot stand in a page. An address has to be one of the page's own. Of more than
 * `limits.groundedValuesMax`
 * parts the rest count as ungrounded.
 */
export const groundValue = (index: GroundIndex, field: Field, value: Json): Grounding => {
  const walk: Walk = { index, ungrounded: [], foreign: [], left: limits.groundedValuesMax };
  if (!isJsonList(value)) {
    const found = walkValue(walk, value, field, '');
    return {
      grounded: stateOf(found),
      evidence: found.evidence,
      ungrounded: walk.ungrounded,
      foreign: walk.foreign,
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
    ungrounded: walk.ungrounded,
    foreign: walk.foreign,
  };
};

/**
 * The value without the parts at these pointers: members become null, items of lists go, and so does what is empty
 * then.
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

/** A model's value for a field, after it was looked for in the page. */
export interface GroundedValue {
  /** Null where nothing of it may be kept. */
  readonly candidate: Candidate | null;
  /** As it was answered. */
  readonly grounding: Grounding;
}

/** What a value is trusted that a model gave: as much as a guess where the page does not say it. */
const confidenceOf: Readonly<Record<Grounded, number>> = {
  grounded: 0.9,
  'not-applicable': 0.7,
  ungrounded: 0.3,
};

/**
 * A model's value as a candidate. Texts with addresses that are none of the page's never pass; what stands nowhere in
 * the page is
 * marked, or, with `dropsUngrounded`, left out.
 */
export const groundedValue = (
  index: GroundIndex,
  field: Field,
  value: Json,
  dropsUngrounded: boolean,
): GroundedValue => {
  const grounding = groundValue(index, field, value);
  const dropped = dropsUngrounded ? [...grounding.foreign, ...grounding.ungrounded] : grounding.foreign;
  const kept = dropped.length === 0 ? value : without(value, new Set(dropped), '');
  if (isBlankJson(kept)) return { candidate: null, grounding };
  const after = dropped.length === 0 ? grounding : groundValue(index, field, kept);
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
