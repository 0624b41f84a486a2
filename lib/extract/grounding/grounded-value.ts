import { modelConfidence, type Candidate, type Evidence } from '../candidates/candidate.ts';
import { fieldsIn, type Field } from '../schema/field.ts';
import { isBlankJson, isJsonList, isJsonObject, type Json } from '../schema/json.ts';
import { stepsTo } from '../schema/json-pointer.ts';
import { withoutLoneValues } from '../schema/members.ts';
import type { GroundIndex } from './ground-index.ts';
import { groundValue, type Grounding } from './grounding.ts';

type Members = Pick<Field, 'fields' | 'shapes'>;

const noMembers: Members = { fields: [] };

/**
 * Returns the value without the parts at these pointers: members become null, items of lists are removed, and so is
 * everything that this leaves empty. Members that can have one value only do not fill an object.
 */
const without = (part: Members, value: Json, pointers: ReadonlySet<string>, pointer: string): Json => {
  if (pointers.has(pointer)) return null;
  if (isJsonList(value)) {
    return value
      .map((item, at) => ({ before: item, after: without(part, item, pointers, `${pointer}/${at}`) }))
      .filter(({ before, after }) => !isBlankJson(after) || isBlankJson(before))
      .map(({ after }) => after);
  }
  if (!isJsonObject(value)) return value;
  const fields = fieldsIn(part, value);
  const members = Object.entries(value).map(([name, member]): [string, Json] => {
    const inner = fields.find((field) => field.name === name) ?? noMembers;
    return [name, without(inner, member, pointers, `${pointer}/${stepsTo(name)}`)];
  });
  return withoutLoneValues(Object.fromEntries(members), fields);
};

/** A model's value for a field, after a search for it in the page. */
export interface GroundedValue {
  /** Null if no part of it may be kept. */
  readonly candidate: Candidate | null;
  /** The grounding of the value as answered. */
  readonly grounding: Grounding;
}

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
  const kept = without(field, value, new Set(dropped), '');
  if (isBlankJson(kept)) return { candidate: null, grounding };
  const after = dropped.length === 0 ? grounding : groundValue(index, field, kept, true);
  const nowhere: Evidence = { url: index.url, kind: 'model', where: null, quote: null };
  return {
    candidate: {
      value: kept,
      confidence: modelConfidence[after.grounded],
      grounded: after.grounded,
      evidence: after.evidence ?? nowhere,
      ...(after.items === undefined ? {} : { items: after.items }),
    },
    grounding,
  };
};
