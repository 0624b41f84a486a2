import { limits } from '../../limits/limits.ts';
import type { Candidate, Evidence } from '../candidates/candidate.ts';
import { isList, type Field } from '../schema/field.ts';
import { canonicalJson, isBlankJson, isJsonList, isJsonObject, type Json } from '../schema/json.ts';

/**
 * Answers of many places (pages of a job, chunks of a page) as one. A place is anything with a total order. Adding is
 * associative, commutative and idempotent, because a state is the set of the first so many offers in one order of all
 * offers: what
 * is grounded before what is guessed, the surer first, then by their places. States may be stored for each field,
 * filled in any
 * order, and joined.
 */

/** Negative where `a` comes first, 0 only for one place. */
export type Compare<Place> = (a: Place, b: Place) => number;

export interface PlacedCandidate<Place> {
  readonly place: Place;
  readonly candidate: Candidate;
}

/** An item of a list where it first stands. */
export interface ListItem<Place> {
  readonly value: Json;
  readonly place: Place;
  /** Its index in that place's list. */
  readonly at: number;
  readonly confidence: number;
  readonly grounded: Candidate['grounded'];
  readonly evidence: Evidence;
}

/** What is known of one field: of lists, items in order; of anything else, what each place offers, in order. */
export type FieldState<Place> =
  | { readonly kind: 'one'; readonly offers: readonly PlacedCandidate<Place>[] }
  | { readonly kind: 'list'; readonly items: readonly ListItem<Place>[] };

/** States by the names of fields. A field that no place answered is not there. */
export type States<Place> = Readonly<Record<string, FieldState<Place>>>;

/** What stands in a page, or cannot, goes before what is only guessed. */
const rankOf = ({ grounded }: Candidate): number => (grounded === 'ungrounded' ? 1 : 0);

/** Which of two offers is believed: what is grounded, then what is surer, then what comes first. */
const compareOffers =
  <Place>(compare: Compare<Place>) =>
  (a: PlacedCandidate<Place>, b: PlacedCandidate<Place>): number =>
    rankOf(a.candidate) - rankOf(b.candidate) ||
    b.candidate.confidence - a.candidate.confidence ||
    compare(a.place, b.place) ||
    compareCandidates(a.candidate, b.candidate);

/** What a candidate is, for a choice between two of one place that does not depend on which came first. */
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
  const keyed = all.map((item) => ({ item, key: canonicalJson(item.value) }));
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

/** What is known from two sides of one field. */
export const joinFields = <Place>(
  a: FieldState<Place>,
  b: FieldState<Place>,
  compare: Compare<Place>,
): FieldState<Place> => joinAll([a, b], compare) ?? a;

/** What one place's candidate makes known of a field; null where it answers nothing. */
const stateOf = <Place>(
  field: Field,
  place: Place,
  candidate: Candidate,
  compare: Compare<Place>,
): FieldState<Place> | null => {
  if (isBlankJson(candidate.value)) return null;
  if (!isList(field)) return { kind: 'one', offers: [{ place, candidate }] };
  const { confidence, grounded } = candidate;
  const values = isJsonList(candidate.value) ? candidate.value : [candidate.value];
  const items = values.flatMap((value, at) => {
    if (isBlankJson(value)) return [];
    const own = candidate.items?.[at];
    const standing = candidate.items === undefined ? grounded : own === null ? 'ungrounded' : grounded;
    return [{ value, place, at, confidence, grounded: standing, evidence: own ?? candidate.evidence }];
  });
  return items.length === 0 ? null : { kind: 'list', items: joinItems(items, compare) };
};

/** What one place answered, by the names of fields. */
export interface Answering<Place> {
  readonly place: Place;
  readonly answers: Readonly<Record<string, Candidate>>;
}

/** States with what many places answered, joined at once. A place that is added twice counts once. */
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

/** One value for a field, and where it is from. */
export interface Folded<Place> {
  readonly value: Json;
  /** The first place that answers, with its candidate. */
  readonly from: PlacedCandidate<Place>;
  /** Offers that did not win, in order; at most `limits.candidatesPerFieldMax` less one. */
  readonly losing: readonly PlacedCandidate<Place>[];
  /** Of lists: where each item first stands, in the order of the value. */
  readonly items?: readonly ListItem<Place>[];
  /**
   * Of objects: the offers from which properties were filled that the first one leaves open, by the property's name.
   */
  readonly filled?: Readonly<Record<string, PlacedCandidate<Place>>>;
}

const isSame = (a: Json, b: Json): boolean => canonicalJson(a) === canonicalJson(b);

/**
 * Whether two descriptions may be of one thing: no property of theirs has two values. Lists never contradict each
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
    return [...a, ...b.filter((item) => !seen.has(canonicalJson(item)))];
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
 * The value of a field: of lists, all items in the order of places; of a scalar, the best offer; of an object, the
 * best, its open
 * properties filled from later ones that contradict it in nothing. Null where no place answered.
 */
export const foldedField = <Place>(
  field: Field,
  state: FieldState<Place> | undefined,
): Folded<Place> | null => {
  if (state === undefined) return null;
  if (state.kind === 'one') {
    const [first, ...losing] = state.offers;
    if (first === undefined) return null;
    if (field.type === 'object') return foldObject(state.offers, first);
    return { value: first.candidate.value, from: first, losing };
  }
  const [first] = state.items;
  if (first === undefined) return null;
  const value = state.items.map((item) => item.value);
  const { place, confidence, grounded, evidence } = first;
  return {
    value,
    from: { place, candidate: { value, confidence, grounded, evidence } },
    losing: [],
    items: state.items,
  };
};
