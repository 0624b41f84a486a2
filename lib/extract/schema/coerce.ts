import { readTruth, saysFree } from './truth-in-text.ts';
import { conceptsNamed, type ConceptKind } from './vocabulary.ts';
import { toIsoDate, toSeconds } from './date-in-text.ts';
import type { Field } from './field.ts';
import { compilePattern } from '../../request/path-pattern.ts';
import { isJsonObject, type Json } from './json.ts';
import type { JsonSchema } from './json-schema.ts';
import { parseNumber, findUnit } from './number-in-text.ts';
import { nameDecrease } from './number-sign.ts';
import { foldUnits, unitSign } from './unit.ts';
import { nameKey, splitWords } from './words.ts';

/** A page's text that is to become a value. */
export interface Written {
  readonly text: string;
  readonly kind: ConceptKind;
  /** ISO 4217 code that the page gives beside it. */
  readonly currency?: string | null;
  /** Signs of units that its label names. */
  readonly units?: readonly string[];
}

export interface Coercion {
  /** Words of the field's name and description. */
  readonly words: ReadonlySet<string>;
  /** Units in which the field is wanted, by their signs. */
  readonly units: ReadonlySet<string>;
  /** Primary subtag of the page's language. */
  readonly language: string | null;
  readonly baseUrl: string;
}

/** A value, and from 0 to 1 how sure it is that the text means it. */
export interface Coerced {
  readonly value: Json;
  readonly factor: number;
}

const exact = 1;
const parsed = 0.97;
const asWritten = 0.88;

const currencies = new Map<string, string>(
  Object.entries({
    usd: 'USD',
    dollar: 'USD',
    eur: 'EUR',
    euro: 'EUR',
    gbp: 'GBP',
    pound: 'GBP',
    chf: 'CHF',
    jpy: 'JPY',
    yen: 'JPY',
  }),
);

/** Says whether a field asks for another currency than the page's. */
const asksOtherCurrency = (words: ReadonlySet<string>, currency: string | null): boolean => {
  const wanted = [...words].map((word) => currencies.get(word)).filter((code) => code !== undefined);
  return wanted.length > 0 && (currency === null || !wanted.includes(currency));
};

/** A hundredth of a currency's unit, as pages write it (ISO 4217, minor units). */
const minorUnit = new RegExp(
  String.raw`^\s*(?:(?:only|just|about|around|from|nur|etwa|ca\.?|ab)\s+)?` +
    String.raw`(\d{1,2})\s?(?:cents?|ct|¢|p|pence|rappen|centimes?|c[ée]ntimos?)\.?` +
    // What the price buys: each, per piece, (per piece).
    String.raw`(?:\s+(?:each|apiece|a piece|(?:per|pro|je|par|por)\s+\p{L}{1,20}|\([^()]{1,30}\)))?\s*$`,
  'iu',
);

/** Returns a price without extra costs beside it: `€500 plus shipping (€39)`. */
const withoutExtras = (text: string): string => {
  const [price = ''] = text.split(
    /\s(?:plus|zzgl\.?|excl\.?|excluding|incl\.?|including|inkl\.?|hors|más|\+)\s|\s?[(（]/iu,
  );
  return /\d/.test(price) ? price : text;
};

const isRated = (words: ReadonlySet<string>): boolean =>
  [...words].some((word) => conceptsNamed(word).some(({ key }) => key === 'rating'));

/** A rating with the best possible one behind it: `6.4/10`, `4,5 von 5`. */
const outOf = new RegExp(
  String.raw`^\s*(\d{1,2}(?:[.,]\d{1,2})?)\s?(?:\/|out of|of|von|sur|de|su)\s?(?:5|10|100)(?:[.,]0)?(?!\d)` +
    String.raw`(?:\s?(?:stars?|sterne?|étoiles?|estrellas?))?\s*$`,
  'iu',
);
const withoutScale = (text: string): string => outOf.exec(text)?.[1] ?? text;

const isCoordinate = (words: ReadonlySet<string>): boolean =>
  ['latitude', 'longitude', 'lat', 'lng', 'lon'].some((word) => words.has(word));
/** Letters behind a coordinate that change its sign. */
const directions: ReadonlySet<string> = new Set(['s', 'w', 'o']);

const numberFrom = (written: Written, { words, units, language }: Coercion): Coerced | null => {
  const { kind } = written;
  if (kind === 'money' && saysFree(written.text)) return { value: 0, factor: parsed };
  const text =
    kind === 'money'
      ? withoutExtras(written.text)
      : isRated(words)
        ? withoutScale(written.text)
        : written.text;
  const minor = kind === 'money' ? minorUnit.exec(text)?.[1] : undefined;
  if (minor !== undefined) return { value: Number(minor) / 100, factor: parsed };
  const found = parseNumber(text, language);
  if (found === null) return null;
  const { value } = found;
  // Of a whole number this large, a number in JSON keeps the first digits only.
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return null;
  if (value < 0 && nameDecrease(words)) return null;
  const factor = /^-?\d+(?:\.\d+)?$/.test(text.trim()) ? exact : parsed;
  if (kind === 'money') {
    const isAmbiguous = /^\d+\.\d{3}$/.test(text.trim());
    const currency = written.currency ?? found.currency;
    return isAmbiguous || value <= 0 || asksOtherCurrency(words, currency) ? null : { value, factor };
  }
  const unit = [...foldUnits(splitWords(findUnit(text, found))).map(unitSign), ...(written.units ?? [])];
  if (isCoordinate(words) && unit.some((one) => directions.has(one))) return null;
  // Values are not converted: the text has to use the requested unit.
  if (units.size > 0)
    return unit.length > 0 && unit.every((one) => units.has(one)) ? { value, factor: parsed } : null;
  if (unit.length === 0 || found.isMoney) return { value, factor };
  return unit.length === 1 ? { value, factor: asWritten } : null;
};

const secondsPer = new Map<string, number>(
  Object.entries({
    second: 1,
    sec: 1,
    minute: 60,
    min: 60,
    hour: 3_600,
    day: 86_400,
  }),
);

const durationFrom = (text: string, { words }: Coercion): Coerced | null => {
  const seconds = toSeconds(text);
  const wanted = [...words].map((word) => secondsPer.get(word)).filter((size) => size !== undefined);
  const [size] = wanted;
  if (seconds === null || size === undefined || wanted.length > 1) return null;
  return { value: seconds / size, factor: parsed };
};

/**
 * Says whether a moment (in UTC, stated or not) is on the day before in America, or on the day after in Europe: readers
 * see their own day.
 */
const isOtherDayElsewhere = (iso: string): boolean =>
  /T(?:0[0-7]|2[23]):[\d:.]+(?:Z|[+-]00:?00)?$/.test(iso) && !/T00:00(?::00(?:\.0+)?)?$/.test(iso);
/** The factor for such a day if readers are not shown it. */
export const unsureDay = 0.7;

const dateFrom = (text: string, schema: JsonSchema): Coerced | null => {
  const iso = toIsoDate(text);
  const { format } = schema;
  if (iso === null)
    return format === 'date' || format === 'date-time' ? null : { value: text, factor: asWritten };
  if (/^(?:0|1970-01-01)/.test(iso)) return null;
  if (format === 'date') {
    if (iso.length < 10) return null;
    return { value: iso.slice(0, 10), factor: isOtherDayElsewhere(iso) ? unsureDay : exact };
  }
  if (format === 'date-time')
    return /T.*(?:Z|[+-]\d\d:?\d\d)$/.test(iso) ? { value: iso, factor: exact } : null;
  return { value: iso, factor: iso === text ? exact : parsed };
};

const urlFrom = (text: string, baseUrl: string): Coerced | null => {
  const url = /\s/.test(text) ? null : URL.parse(text, baseUrl);
  return url !== null && /^https?:$/.test(url.protocol) ? { value: url.href, factor: exact } : null;
};

const memberOf = (text: string, members: readonly Json[]): Coerced | null => {
  const exactly = members.find((member) => member === text);
  if (exactly !== undefined) return { value: exactly, factor: exact };
  const alike = members.filter((member) => typeof member === 'string' && nameKey(member) === nameKey(text));
  return alike.length === 1 ? { value: alike[0] ?? null, factor: parsed } : null;
};

/** Removes the scheme of an e-mail address or a telephone number, and what a link adds to it (RFC 6068, RFC 3966). */
const withoutScheme = (text: string): string => {
  if (/^mailto:/i.test(text)) return text.replace(/^mailto:/i, '').replace(/\?.*$/s, '');
  return /^tel:/i.test(text) ? text.replace(/^tel:/i, '').replace(/;.*$/s, '') : text;
};

const stringFrom = (written: Written, schema: JsonSchema, coercion: Coercion): Coerced | null => {
  const { kind } = written;
  const text = withoutScheme(written.text);
  const { format } = schema;
  const members = schema['enum'];
  if (Array.isArray(members)) return memberOf(text, members as readonly Json[]);
  if (['url', 'site', 'image'].includes(kind) || format === 'uri' || format === 'url')
    return urlFrom(text, coercion.baseUrl);
  if (kind === 'date' || format === 'date' || format === 'date-time') return dateFrom(text, schema);
  if (format === 'email')
    return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? { value: text, factor: exact } : null;
  if (kind === 'money') {
    const number = numberFrom(written, coercion);
    return number === null ? null : { value: text, factor: 0.92 };
  }
  // A number says how much there is, which is another question.
  if (kind === 'availability' && /^[\d\s.,]+$/.test(text)) return null;
  return { value: text, factor: kind === 'duration' || kind === 'availability' ? 0.9 : exact };
};

const numberIs = (schema: JsonSchema, name: string, holds: (limit: number) => boolean): boolean => {
  const limit = schema[name];
  return typeof limit !== 'number' || holds(limit);
};

/** Matches a caller's pattern in linear time; a pattern that cannot run so matches nothing. */
const matches = (pattern: Json | undefined, text: string): boolean => {
  if (typeof pattern !== 'string') return true;
  try {
    return compilePattern(pattern).test(text);
  } catch {
    return false;
  }
};

/** Says whether the schema of a scalar allows a value, as far as JSON Schema's plain keywords say. */
const isAllowed = (schema: JsonSchema, value: Json): boolean => {
  if (schema['const'] !== undefined && schema['const'] !== value) return false;
  if (Array.isArray(schema['enum']) && !(schema['enum'] as readonly Json[]).includes(value)) return false;
  if (schema['not'] !== undefined || schema['if'] !== undefined) return false;
  if (typeof value === 'string') {
    return (
      numberIs(schema, 'minLength', (limit) => value.length >= limit) &&
      numberIs(schema, 'maxLength', (limit) => value.length <= limit) &&
      matches(schema['pattern'], value)
    );
  }
  if (typeof value !== 'number') return true;
  return (
    numberIs(schema, 'minimum', (limit) => value >= limit) &&
    numberIs(schema, 'maximum', (limit) => value <= limit) &&
    numberIs(schema, 'exclusiveMinimum', (limit) => value > limit) &&
    numberIs(schema, 'exclusiveMaximum', (limit) => value < limit) &&
    numberIs(schema, 'multipleOf', (limit) => Math.abs(value / limit - Math.round(value / limit)) < 1e-9)
  );
};

const coercedTo = (
  type: string,
  written: Written,
  schema: JsonSchema,
  coercion: Coercion,
): Coerced | null => {
  const { text, kind } = written;
  if (type === 'string' || type === 'any') return stringFrom(written, schema, coercion);
  if (type === 'boolean') {
    const truth = readTruth(text);
    return truth === null ? null : { value: truth, factor: exact };
  }
  if (['availability', 'url', 'site', 'image'].includes(kind)) return null;
  if (kind === 'duration') return durationFrom(text, coercion);
  if (kind === 'date') {
    const iso = toIsoDate(text) ?? (/^\d{4}$/.test(text.trim()) ? text.trim() : null);
    return iso !== null && (coercion.words.has('year') || Number(iso) === Number(text.trim()))
      ? { value: Number(iso.slice(0, 4)), factor: parsed }
      : null;
  }
  return numberFrom(written, coercion);
};

/**
 * Converts a page's text to a scalar of the field's type, or of the items of its list; null if it is none, or if the
 * schema does not allow it. Numbers are read in the spelling of the page's language; durations are given in the unit
 * that the field names; money only in the currency that the field names, if any; dates in ISO 8601.
 */
export const coerced = (
  field: Pick<Field, 'type' | 'schema'>,
  written: Written,
  coercion: Coercion,
): Coerced | null => {
  const isListed = field.type.startsWith('list[');
  const type = isListed ? field.type.slice(5, -1) : field.type;
  const items = field.schema['items'];
  const schema = isListed ? (isJsonObject(items) ? items : {}) : field.schema;
  const isInteger = type === 'integer' || schema['type'] === 'integer';
  const found = coercedTo(isInteger ? 'number' : type, written, schema, coercion);
  if (found === null || !isAllowed(schema, found.value)) return null;
  return isInteger && !Number.isInteger(found.value) ? null : found;
};
