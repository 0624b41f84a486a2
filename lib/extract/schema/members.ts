import { fieldsIn, onlyValue, type Field } from './field.ts';
import { isBlankJson, isJsonList, isJsonObject, type Json, type JsonObject } from './json.ts';

type Members = Pick<Field, 'fields' | 'shapes'>;

type Change = (members: JsonObject, fields: readonly Field[]) => JsonObject;

/** Changes every object of a value whose members the schema names; the inner ones first. */
const changeObjects = (part: Members, value: Json, change: Change): Json => {
  if (part.fields.length === 0 && part.shapes === undefined) return value;
  if (isJsonList(value)) return value.map((item) => changeObjects(part, item, change));
  if (!isJsonObject(value)) return value;
  const fields = fieldsIn(part, value);
  const members = Object.entries(value).map(([name, member]): [string, Json] => {
    const inner = fields.find((each) => each.name === name);
    return [name, inner === undefined ? member : changeObjects(inner, member, change)];
  });
  return change(Object.fromEntries(members), fields);
};

/** Returns the names of members that can have one value only: no page has to say these. */
export const onlyValueNames = (fields: readonly Field[]): ReadonlySet<string> =>
  new Set(fields.filter((field) => onlyValue(field) !== undefined).map(({ name }) => name));

/** Returns an object without the members that can have one value only, unless another member answers something. */
export const withoutLoneValues = (members: JsonObject, fields: readonly Field[]): JsonObject => {
  const only = onlyValueNames(fields);
  const others = Object.entries(members).filter(([name]) => !only.has(name));
  return others.every(([, member]) => isBlankJson(member)) ? Object.fromEntries(others) : members;
};

const withOnlyValues: Change = (members, fields) => {
  const only = fields.flatMap((field): [string, Json][] => {
    const value = onlyValue(field);
    return value === undefined ? [] : [[field.name, value]];
  });
  return { ...members, ...Object.fromEntries(only) };
};

/**
 * Returns a value with the members that can have one value only, and without nulls that the schema does not allow. An
 * object that answers nothing gets no members.
 */
export const completeMembers = (field: Field, value: Json): Json =>
  changeObjects(field, value, (members, fields) => {
    if (isBlankJson(members)) return members;
    const allowed = Object.entries(members).filter(
      ([name, member]) => member !== null || fields.find((each) => each.name === name)?.isNullable !== false,
    );
    return withOnlyValues(Object.fromEntries(allowed), fields);
  });
