import { limits } from '../../limits/limits.ts';
import type { Evidence, Grounded } from '../candidates/candidate.ts';
import { toIsoDate, toSeconds } from '../schema/date-in-text.ts';
import { fieldsIn, type Field } from '../schema/field.ts';
import { onlyValueNames } from '../schema/members.ts';
import { findAmount, groundCurrency } from './ground-currency.ts';
import { findDate, findNumber, findText, type GroundIndex } from './ground-index.ts';
import { tellPlace } from './by-chance.ts';
import { findReworded } from './reworded-text.ts';
import { findTelephone } from './ground-telephone.ts';
import { findSubject } from './find-subject.ts';
import { isBlankJson, isJsonList, isJsonObject, type Json } from '../schema/json.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { normalText } from '../schema/normal-text.ts';
import { parseNumber, findUnit } from '../schema/number-in-text.ts';
import { nameDecrease } from '../schema/number-sign.ts';
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
  /** JSON pointers of short values that the page holds, but not beside words of the field: perhaps by chance. */
  readonly stray: readonly string[];
}

interface LeafGrounding {
  readonly state: Grounded | 'foreign' | 'stray';
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
  if (/^\d{4}-\d{2}$/.test(text.trim())) return findDate(index, text.trim());
  const date = toIsoDate(text);
  if (date !== null) {
    const utc = /T.*(?:Z|[+-]\d{2}:?\d{2})$/.test(date) ? (isoOf(date)?.slice(0, 10) ?? null) : null;
    return findDate(index, date.slice(0, 10)) ?? (utc === null ? null : findDate(index, utc));
  }
  const number = parseNumber(text, null);
  if (number !== null && findUnit(text, number) === '') return findAmount(index, number);
  const seconds = toSeconds(text);
  return seconds === null || seconds === 0 ? null : (findNumber(index, seconds / 60) ?? null);
};

/** Finds a text that the page has in another spelling. */
const findOtherwise = (index: GroundIndex, name: string, text: string): Evidence | null =>
  findMeant(index, text) ?? findTelephone(index, name, text) ?? findReworded(index, text);

const isoOf = (text: string): string | null => {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
};

/** Grounds a value that stands in the page: if a model gave it and it is short, perhaps only by chance. */
const groundPlace = (
  { index, isGuess }: Pick<Walk, 'index' | 'isGuess'>,
  part: Part,
  value: string | number,
  evidence: Evidence,
): LeafGrounding => {
  if (!isGuess || isChosen(part.schema)) return { state: 'grounded', evidence };
  const told = tellPlace(index, part, value, evidence);
  if (told.kind === 'told') return { state: 'grounded', evidence: told.evidence };
  return told.kind === 'stray' ? { state: 'stray', evidence } : { state: 'ungrounded', evidence: null };
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
  const spelled = isLooked ? findText(index, text) : null;
  const currency = isLooked && spelled === null ? groundCurrency(index, part, text) : null;
  if (currency !== null) return currency;
  const evidence = spelled ?? (isLooked ? findOtherwise(index, name, text) : null);
  const found = evidence === null ? null : groundPlace(walk, part, text, evidence);
  if (found !== null && found.state !== 'ungrounded') return found;
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
  // What is taken away is written with a minus or without: `-20%` is a discount of 20.
  const asSaid = findNumber(index, value);
  const isTurned = asSaid === null && nameDecrease(splitWords(part.name));
  const shown = isTurned ? -value : value;
  const evidence = isTurned ? findNumber(index, shown) : asSaid;
  if (!isChosen(part.schema))
    return evidence === null
      ? { state: 'ungrounded', evidence: null }
      : groundPlace(walk, part, shown, evidence);
  // A choice among a few numbers is found in most pages, and seldom means the field there.
  const judged = groundJudged(index, part, value, isGuess);
  return evidence === null || judged.state === 'ungrounded' ? judged : { state: 'grounded', evidence };
};

interface Walk {
  readonly index: GroundIndex;
  readonly ungrounded: string[];
  readonly foreign: string[];
  readonly judged: string[];
  readonly stray: string[];
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

/** What is known of a part: its name, its schema, and the fields inside it; of a member, texts of the others. */
type Part = Pick<Field, 'name' | 'schema' | 'fields' | 'shapes'> & { readonly beside?: readonly string[] };

/** Shorter texts stand beside much. */
const besideCharactersMin = 4;

/** Returns the texts of an object's members, as pages are searched for them: they show the place of the object. */
const textsOf = (members: readonly Json[]): string[] =>
  members.flatMap((member) =>
    typeof member === 'string' && member.length >= besideCharactersMin ? [normalText(member).text] : [],
  );

const itemOf = (part: Part): Part => ({ ...part, schema: objectOf(part.schema['items']), beside: [] });

const memberOf = (fields: readonly Field[], name: string): Part =>
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
    const fields = fieldsIn(part, value);
    const only = onlyValueNames(fields);
    const members = Object.entries(value).filter(([name]) => !only.has(name));
    const texts = textsOf(members.map(([, member]) => member));
    for (const [name, member] of members) {
      const beside =
        typeof member === 'string' ? texts.filter((text) => text !== normalText(member).text) : texts;
      take(walkValue(walk, member, { ...memberOf(fields, name), beside }, `${pointer}/${stepsTo(name)}`));
    }
    return found;
  }
  walk.left -= 1;
  const leaf = groundLeaf(walk, value, part, walk.left >= 0);
  if (leaf.state === 'not-applicable') walk.judged.push(pointer);
  if (leaf.state === 'stray') walk.stray.push(pointer);
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
 * page does not mention the field at all. A short value of a model, such as a number below 1,000, counts as one that
 * cannot stand in a page if none of its places is about the field. An address has to be one of the page's own. Parts
 * beyond `limits.groundedValuesMax` count as ungrounded. Members that can have one value only are not looked for.
 */
export const groundValue = (index: GroundIndex, field: Field, value: Json, isGuess = false): Grounding => {
  const left = limits.groundedValuesMax;
  const walk: Walk = { index, ungrounded: [], foreign: [], judged: [], stray: [], isGuess, left };
  const { ungrounded, foreign, judged, stray } = walk;
  if (!isJsonList(value)) {
    const found = walkValue(walk, value, field, '');
    return {
      grounded: stateOf(found),
      evidence: found.evidence,
      ungrounded,
      foreign,
      judged,
      stray,
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
    stray,
  };
};
