import { onlyValue, type Field } from './field.ts';
import { isBlankJson, isJsonList, isJsonObject, type Json, type JsonObject } from './json.ts';

type Change = (members: JsonObject, fields: readonly Field[]) => JsonObject;

/** Changes every object of a value whose members the schema names; the inner ones first. */
const changeObjects = (field: Field, value: Json, change: Change): Json => {
  if (field.fields.length === 0) return value;
  if (isJsonList(value)) {
    if (field.type !== 'list[object]') return value;
    return value.map((item) => changeObjects({ ...field, type: 'object' }, item, change));
  }
  if (!isJsonObject(value) || field.type !== 'object') return value;
  const members = Object.entries(value).map(([name, member]): [string, Json] => {
    const inner = field.fields.find((each) => each.name === name);
    return [name, inner === undefined ? member : changeObjects(inner, member, change)];
  });
  return change(Object.fromEntries(members), field.fields);
};

const withOnlyValues: Change = (members, fields) => {
  const only = fields.flatMap((field): [string, Json][] => {
    const value = onlyValue(field);
    return value === undefined ? [] : [[field.name, value]];
  });
  return { ...members, ...Object.fromEntries(only) };
};

/** Returns a value without the members that can have one value only: no page has to say these. */
export const withoutOnlyValues = (field: Field, value: Json): Json =>
  changeObjects(field, value, (members, fields) => {
    const only = new Set(fields.filter((each) => onlyValue(each) !== undefined).map(({ name }) => name));
    return Object.fromEntries(Object.entries(members).filter(([name]) => !only.has(name)));
  });

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
