import { limits } from '../../limits/limits.ts';
import { modelConfidence, type Candidate, type Evidence } from '../candidates/candidate.ts';
import { isList, type Field } from '../schema/field.ts';
import { canonicalJson, isBlankJson, isJsonList, isJsonObject, type Json } from '../schema/json.ts';
import { putTogether } from './richer-items.ts';

/**
 * Merges the answers of many places (pages of a job, chunks of a page). A place is anything with a total order. Adding
 * is associative, commutative and idempotent, because a state is the set of the first so many offers in one order of
 * all offers: grounded before guessed, then the surer first, then by place. States may be stored for each field, filled
 * in any order, and joined.
 */

/** Negative if `a` comes first, 0 only for the same place. */
export type Compare<Place> = (a: Place, b: Place) => number;

export interface PlacedCandidate<Place> {
  readonly place: Place;
  readonly candidate: Candidate;
}

/** An item of a list, at the first place that has it as often. */
export interface ListItem<Place> {
  readonly value: Json;
  readonly place: Place;
  /** Its index in that place's list. */
  readonly at: number;
  /** How many equal items are before it in that place's list; absent for none. */
  readonly copy?: number;
  readonly confidence: number;
  readonly grounded: Candidate['grounded'];
  readonly evidence: Evidence;
}

/** The state of one field: for a list, items in order; for anything else, the offers of each place, in order. */
export type FieldState<Place> =
  | { readonly kind: 'one'; readonly offers: readonly PlacedCandidate<Place>[] }
  | { readonly kind: 'list'; readonly items: readonly ListItem<Place>[] };

/** States by the names of fields. A field that no place answered has no entry. */
export type States<Place> = Readonly<Record<string, FieldState<Place>>>;

/** Ranks values that stand in a page, or cannot, before guesses. */
const rankOf = ({ grounded }: Candidate): number => (grounded === 'ungrounded' ? 1 : 0);

/** Orders two offers: grounded first, then the surer, then the earlier place. */
const compareOffers =
  <Place>(compare: Compare<Place>) =>
  (a: PlacedCandidate<Place>, b: PlacedCandidate<Place>): number =>
    rankOf(a.candidate) - rankOf(b.candidate) ||
    b.candidate.confidence - a.candidate.confidence ||
    compare(a.place, b.place) ||
    compareCandidates(a.candidate, b.candidate);

/** Orders two candidates of one place independently of which came first. */
const compareCandidates = (a: Candidate, b: Candidate): number => {
  const [first, second] = [a, b].map(({ value, confidence, grounded, evidence }) =>
    JSON.stringify([
      canonicalJson(value),
      confidence,
      grounded,
      evidence.kind,
      evidence.where,
      evidence.quote,
    ]),
  );
  return first === second ? 0 : (first ?? '') < (second ?? '') ? -1 : 1;
};

const joinCandidates = <Place>(
  all: readonly PlacedCandidate<Place>[],
  compare: Compare<Place>,
): PlacedCandidate<Place>[] => {
  const kept: PlacedCandidate<Place>[] = [];
  const ordered = [...all].sort(compareOffers(compare));
  for (const offer of ordered) {
    if (kept.some(({ place }) => compare(place, offer.place) === 0)) continue;
    kept.push(offer);
    if (kept.length >= limits.candidatesPerFieldMax) break;
  }
  return kept;
};

const joinItems = <Place>(all: readonly ListItem<Place>[], compare: Compare<Place>): ListItem<Place>[] => {
  const seen = new Set<string>();
  // An item counts as often as the place that has it most often.
  const keyed = all.map((item) => ({ item, key: `${canonicalJson(item.value)} ${item.copy ?? 0}` }));
  return keyed
    .sort(
      (a, b) =>
        compare(a.item.place, b.item.place) ||
        a.item.at - b.item.at ||
        (a.key < b.key ? -1 : a.key > b.key ? 1 : compareCandidates(a.item, b.item)),
    )
    .filter(({ key }) => {
      if (seen.has(key) || seen.size >= limits.listItemsMax) return false;
      seen.add(key);
      return true;
    })
    .map(({ item }) => item);
};

const joinAll = <Place>(
  states: readonly FieldState<Place>[],
  compare: Compare<Place>,
): FieldState<Place> | undefined => {
  const [first, ...others] = states;
  if (first === undefined || others.length === 0) return first;
  const lists = states.flatMap((state) => (state.kind === 'list' ? [state.items] : []));
  const offers = states.flatMap((state) => (state.kind === 'one' ? [state.offers] : []));
  if (lists.length > 0 && offers.length > 0) {
    throw new Error('Cannot join states of a field: one is of a list, another is not');
  }
  return first.kind === 'list'
    ? { kind: 'list', items: joinItems(lists.flat(), compare) }
    : { kind: 'one', offers: joinCandidates(offers.flat(), compare) };
};

/** Joins two states of one field. */
export const joinFields = <Place>(
  a: FieldState<Place>,
  b: FieldState<Place>,
  compare: Compare<Place>,
): FieldState<Place> => joinAll([a, b], compare) ?? a;

/** Returns what is known of one item of a list. A list is only as sure as its least sure item; others are surer. */
const standingOf = (
  { confidence, grounded, evidence, items }: Candidate,
  at: number,
): Pick<Candidate, 'confidence' | 'grounded' | 'evidence'> => {
  const own = items?.[at];
  if (own === undefined) return { confidence, grounded, evidence };
  const isGuess = grounded === 'ungrounded';
  // The place of another item says nothing about this one.
  if (own === null) {
    const kind = isGuess ? 'model' : evidence.kind;
    return { confidence, grounded, evidence: { url: evidence.url, kind, where: null, quote: null } };
  }
  return isGuess
    ? { confidence: modelConfidence.grounded, grounded: 'grounded', evidence: own }
    : { confidence, grounded, evidence: own };
};

/** Makes a field's state from one place's candidate; null if it answers nothing. */
const stateOf = <Place>(
  field: Field,
  place: Place,
  candidate: Candidate,
  compare: Compare<Place>,
): FieldState<Place> | null => {
  if (isBlankJson(candidate.value)) return null;
  if (!isList(field)) return { kind: 'one', offers: [{ place, candidate }] };
  const values = isJsonList(candidate.value) ? candidate.value : [candidate.value];
  const copies = new Map<string, number>();
  const isSet = field.schema['uniqueItems'] === true;
  const items = values.flatMap((value, at) => {
    if (isBlankJson(value)) return [];
    const key = canonicalJson(value);
    const before = copies.get(key) ?? 0;
    if (isSet && before > 0) return [];
    copies.set(key, before + 1);
    const copy = before === 0 ? {} : { copy: before };
    return [{ value, place, at, ...copy, ...standingOf(candidate, at) }];
  });
  return items.length === 0 ? null : { kind: 'list', items: joinItems(items, compare) };
};

/** The answers of one place, by the names of fields. */
export interface Answering<Place> {
  readonly place: Place;
  readonly answers: Readonly<Record<string, Candidate>>;
}

/** Adds the answers of many places to states at once. A place that is added twice counts once. */
export const addAnswers = <Place>(
  states: States<Place>,
  fields: readonly Field[],
  all: readonly Answering<Place>[],
  compare: Compare<Place>,
): States<Place> => {
  const added = new Map(Object.entries(states));
  for (const field of fields) {
    const { name } = field;
    const found = all.flatMap(({ place, answers }) => {
      const candidate = Object.hasOwn(answers, name) ? answers[name] : undefined;
      const state = candidate === undefined ? null : stateOf(field, place, candidate, compare);
      return state === null ? [] : [state];
    });
    const known = added.get(name);
    const joined = joinAll(known === undefined ? found : [known, ...found], compare);
    if (joined !== undefined) added.set(name, joined);
  }
  return Object.fromEntries(added);
};

/** One value for a field, and its origin. */
export interface Folded<Place> {
  readonly value: Json;
  /** The first place that answers, with its candidate. */
  readonly from: PlacedCandidate<Place>;
  /** Offers that did not win, in order; at most `limits.candidatesPerFieldMax` less one. */
  readonly losing: readonly PlacedCandidate<Place>[];
  /** For lists: the first place of each item, in the order of the value. */
  readonly items?: readonly ListItem<Place>[];
  /** For objects: the offers that filled properties which the first one leaves open, by the property's name. */
  readonly filled?: Readonly<Record<string, PlacedCandidate<Place>>>;
}

const isSame = (a: Json, b: Json): boolean => canonicalJson(a) === canonicalJson(b);

/**
 * Says whether two descriptions may be of one thing: no property has two different values. Lists never contradict each
 * other.
 */
const agree = (a: Json, b: Json): boolean => {
  if (!isJsonObject(a) || !isJsonObject(b)) return isBlankJson(a) || isBlankJson(b) || isSame(a, b);
  return Object.entries(a).every(([name, value]) => {
    const other = Object.hasOwn(b, name) ? (b[name] ?? null) : null;
    return (isJsonList(value) && isJsonList(other)) || agree(value, other);
  });
};

const filledWith = (a: Json, b: Json): Json => {
  if (isJsonList(a) && isJsonList(b)) {
    const seen = new Set(a.map(canonicalJson));
    const added = b.filter((item) => !seen.has(canonicalJson(item)));
    const all = [...a.map((value) => ({ value, side: 0 })), ...added.map((value) => ({ value, side: 1 }))];
    return putTogether({ fields: [] }, all, (one, other) => one.side === other.side).map(
      ({ value }) => value,
    );
  }
  if (isBlankJson(a)) return b;
  if (!isJsonObject(a) || !isJsonObject(b)) return a;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const [own, other] = [a, b].map((side) => (Object.hasOwn(side, name) ? (side[name] ?? null) : null));
      return [name, filledWith(own ?? null, other ?? null)];
    }),
  );
};

const foldObject = <Place>(
  offers: readonly PlacedCandidate<Place>[],
  first: PlacedCandidate<Place>,
): Folded<Place> => {
  let { value } = first.candidate;
  const filled: [string, PlacedCandidate<Place>][] = [];
  const losing: PlacedCandidate<Place>[] = [];
  for (const offer of offers.slice(1)) {
    const { value: other } = offer.candidate;
    if (!isJsonObject(value) || !isJsonObject(other) || !agree(value, other)) {
      losing.push(offer);
      continue;
    }
    const before = value;
    value = filledWith(value, other);
    for (const name of Object.keys(other)) {
      if (isBlankJson(before[name]) && !isBlankJson(other[name])) filled.push([name, offer]);
    }
  }
  return { value, from: first, losing, filled: Object.fromEntries(filled) };
};

/**
 * Returns the value of a field. For a list: all items in the order of places, those of one thing put together. For a
 * scalar: the best offer. For an object: the best offer, its open properties filled from later ones that do not
 * contradict it. Null if no place answered.
 */
export const foldedField = <Place>(
  field: Field,
  state: FieldState<Place> | undefined,
  compare: Compare<Place>,
): Folded<Place> | null => {
  if (state === undefined) return null;
  if (state.kind === 'one') {
    const [first, ...losing] = state.offers;
    if (first === undefined) return null;
    if (field.type === 'object') return foldObject(state.offers, first);
    return { value: first.candidate.value, from: first, losing };
  }
  const items = putTogether(field, state.items, (a, b) => compare(a.place, b.place) === 0);
  const [first] = items;
  if (first === undefined) return null;
  const value = items.map((item) => item.value);
  const { place, confidence, grounded, evidence } = first;
  return {
    value,
    from: { place, candidate: { value, confidence, grounded, evidence } },
    losing: [],
    items,
  };
};
