import { formatBytes, formatCount, formatDollars, formatDuration, formatTime } from '../../monitor/format.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** What a screen may tell of answers: texts that stand in them, and numbers as the monitor writes them. */
interface Told {
  readonly texts: Set<string>;
  readonly numbers: Set<string>;
}

const digits = /\d+(?:[.,]\d+)*/g;

const addNumbers = (told: Told, text: string): void => {
  for (const [number] of text.matchAll(digits)) told.numbers.add(number);
};

/** A number in each of the ways in which the monitor writes one. */
const addNumber = (told: Told, value: number): void => {
  const written = [
    String(value),
    formatCount(value),
    formatBytes(value),
    formatDollars(value),
    formatDuration(value),
    ...[0, 1, 2, 3].map((places) => value.toFixed(places)),
    (value * 100).toFixed(0),
    String(value / 1_000),
  ];
  for (const each of written) addNumbers(told, each);
};

const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT/.test(text);

/** A text, and what the monitor shows of it: the end of an id, the beginning of a hash, a moment, the host of a URL. */
const addText = (told: Told, text: string): void => {
  told.texts.add(text);
  const [, name] = /^(?:sha256:)?([\da-f-]{16,})$/.exec(text) ?? [];
  if (name !== undefined) for (const part of [name.slice(-8), name.slice(0, 12)]) told.texts.add(part);
  if (/^https?:/.test(text)) told.texts.add(URL.parse(text)?.host ?? text);
  if (!isTime(text)) return;
  for (const each of [...Object.values(formatTime(text)), text.slice(0, 10)]) told.texts.add(each);
};

/** Numbers of an object, and of the objects in it, by their names. */
const numbersIn = (value: Json, path = ''): [path: string, number: number][] => {
  if (typeof value === 'number') return [[path, value]];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, each]) => numbersIn(each, `${path}.${name}`));
};

const addCost = (told: Told, numbers: ReadonlyMap<string, number>): void => {
  const [dollars, pages] = [numbers.get('.dollars'), numbers.get('.counts.done')];
  if (dollars === undefined || pages === undefined || pages === 0) return;
  for (const each of [dollars / pages, (dollars * 1_000) / pages]) addNumber(told, each);
};

/** What a list tells: how many there are, how many of them have a word in common, and what they come to. */
const addList = (told: Told, list: readonly Json[]): void => {
  addNumber(told, list.length);
  const sums = new Map<string, number>();
  const alike = new Map<string, number>();
  const count = (map: Map<string, number>, name: string, by: number): void =>
    void map.set(name, (map.get(name) ?? 0) + by);
  for (const each of list) {
    for (const [path, number] of numbersIn(each)) count(sums, path, number);
    if (typeof each !== 'object' || each === null) continue;
    for (const [name, value] of Object.entries(each))
      if (typeof value === 'string') count(alike, `${name} ${URL.parse(value)?.host ?? value}`, 1);
  }
  for (const number of [...sums.values(), ...alike.values()]) addNumber(told, number);
  addCost(told, sums);
};

/** What an object tells beside its values: how long it took, and what one of its pages cost. */
const addObject = (told: Told, object: Readonly<Record<string, Json>>): void => {
  for (const name of Object.keys(object)) told.texts.add(name);
  const times = Object.values(object).flatMap((value) =>
    typeof value === 'string' && isTime(value) ? [Date.parse(value)] : [],
  );
  for (const from of times)
    for (const to of times) if (to > from) addNumbers(told, formatDuration(to - from));
  addCost(told, new Map(numbersIn(object)));
};

const add = (told: Told, value: Json): void => {
  if (typeof value === 'number') addNumber(told, value);
  if (typeof value === 'string') addText(told, value);
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) addList(told, value);
  else addObject(told, value as Readonly<Record<string, Json>>);
  for (const each of Object.values(value) as readonly Json[]) add(told, each);
};

/**
 * Numbers of a text that no answer tells: neither in a text that it holds, nor as a number in one of the ways in which
 * the monitor writes it, nor by what it holds together: lengths and sums of lists, the time between two moments of an
 * object, dollars by pages.
 *
 * @param answers Answers of the API, parsed.
 */
export const findUntold = (text: string, answers: readonly unknown[]): string[] => {
  const told: Told = { texts: new Set(), numbers: new Set() };
  for (const answer of answers) add(told, answer as Json);
  let rest = text;
  for (const each of [...told.texts]
    .filter((known) => /\d/.test(known))
    .toSorted((a, b) => b.length - a.length))
    rest = rest.replaceAll(each, ' ');
  return [...rest.matchAll(digits)].map(([number]) => number).filter((number) => !told.numbers.has(number));
};
