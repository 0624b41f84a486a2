import { isDeepStrictEqual } from 'node:util';
import {
  attributeName,
  readAttribute,
  readExpression,
  type AttributePath,
  type ExpressionValue,
  type Item,
  type Names,
} from './read-expression.ts';

/**
 * DynamoDB's expressions, as far as Gleaner uses them: conditions, filters, keys and updates over items of a document
 * client. What they cannot read they refuse.
 */
type Judge = (item: Item, names: Names) => boolean;
type Change = (item: Record<string, unknown>, before: Item, names: Names) => void;

/** The object in which a path ends, copied on the way; null where there is none. */
const holderOf = (
  item: Record<string, unknown>,
  path: AttributePath,
  names: Names,
): Record<string, unknown> | null => {
  let holder = item;
  for (const step of path.slice(0, -1)) {
    const name = typeof step === 'number' ? step : attributeName(names, step);
    const next = holder[name];
    if (typeof next !== 'object' || next === null) return null;
    holder[name] = { ...next };
    holder = holder[name] as Record<string, unknown>;
  }
  return holder;
};

const lastOf = (path: AttributePath, names: Names): string => attributeName(names, String(path.at(-1)));

const contains = (value: unknown, part: unknown): boolean =>
  value instanceof Set || Array.isArray(value)
    ? [...value].includes(part)
    : typeof value === 'string' && value.includes(String(part));

const compare = (left: unknown, sign: string, right: unknown): boolean => {
  if (sign === '=') return left !== undefined && isDeepStrictEqual(left, right);
  if (sign === '<>') return !isDeepStrictEqual(left, right);
  if (typeof left !== typeof right || (typeof left !== 'number' && typeof left !== 'string')) return false;
  const [a, b] = [left, right as typeof left];
  return sign === '<' ? a < b : sign === '<=' ? a <= b : sign === '>' ? a > b : a >= b;
};

const beginsWith = (value: unknown, start: unknown): boolean =>
  typeof value === 'string' && typeof start === 'string' && value.startsWith(start);

const readCondition = (text: string): Judge => {
  const { next, take, expect, isWord, path, list, inBrackets, operand, isOver } = readExpression(text);
  const comparison = (): Judge => {
    const left = operand();
    if (isWord('BETWEEN')) {
      take();
      const low = operand();
      expect('AND');
      const high = operand();
      return (item, names) =>
        compare(left(item, names), '>=', low(item, names)) &&
        compare(left(item, names), '<=', high(item, names));
    }
    if (isWord('IN')) {
      take();
      const all = inBrackets(() => list(operand));
      return (item, names) => all.some((one) => compare(left(item, names), '=', one(item, names)));
    }
    const sign = take();
    if (!['=', '<>', '<', '<=', '>', '>='].includes(sign))
      throw new Error(`Cannot judge the condition ${text}`);
    const right = operand();
    return (item, names) => compare(left(item, names), sign, right(item, names));
  };
  const primary = (): Judge => {
    if (next() === '(') return inBrackets(or);
    if (isWord('NOT')) {
      take();
      const part = primary();
      return (item, names) => !part(item, names);
    }
    const [name] = [next()];
    if (name === 'attribute_exists' || name === 'attribute_not_exists') {
      take();
      const asked = inBrackets(path);
      return (item, names) =>
        (readAttribute(item, asked, names) === undefined) === (name === 'attribute_not_exists');
    }
    if (name === 'contains' || name === 'begins_with') {
      take();
      const [whole, part] = inBrackets(() => list(operand));
      return (item, names) => {
        const [value, wanted] = [whole?.(item, names), part?.(item, names)];
        return name === 'contains' ? contains(value, wanted) : beginsWith(value, wanted);
      };
    }
    return comparison();
  };
  const and = (): Judge => {
    const parts = [primary()];
    while (isWord('AND')) {
      take();
      parts.push(primary());
    }
    return (item, names) => parts.every((part) => part(item, names));
  };
  const or = (): Judge => {
    const parts = [and()];
    while (isWord('OR')) {
      take();
      parts.push(and());
    }
    return (item, names) => parts.some((part) => part(item, names));
  };
  const judge = or();
  if (!isOver()) throw new Error(`Cannot judge the condition ${text}`);
  return judge;
};

/** What a clause of an update does with each of its parts. */
const readUpdate = (text: string): readonly Change[] => {
  const { take, expect, path, list, operand, sum, isOver } = readExpression(text);
  const put =
    (target: AttributePath, valueOf: ExpressionValue): Change =>
    (item, before, names) => {
      const holder = holderOf(item, target, names);
      if (holder === null) throw new Error(`Cannot set ${target.join('.')}: nothing holds it`);
      holder[lastOf(target, names)] = valueOf(before, names);
    };
  const clauses: Readonly<Record<string, () => Change>> = {
    SET: () => {
      const target = path();
      expect('=');
      return put(target, sum());
    },
    REMOVE: () => {
      const target = path();
      return (item, _before, names) => {
        const holder = holderOf(item, target, names);
        if (holder !== null) delete holder[lastOf(target, names)];
      };
    },
    ADD: () => {
      const [target, by] = [path(), operand()];
      return put(target, (before, names) => {
        const [old, more] = [readAttribute(before, target, names), by(before, names)];
        return more instanceof Set
          ? new Set([...((old ?? []) as Iterable<unknown>), ...more])
          : Number(old ?? 0) + Number(more);
      });
    },
    DELETE: () => {
      const [target, by] = [path(), operand()];
      return (item, before, names) => {
        const gone = by(before, names) as Set<unknown>;
        const left = [...((readAttribute(before, target, names) ?? []) as Iterable<unknown>)].filter(
          (one) => !gone.has(one),
        );
        if (left.length === 0) delete item[lastOf(target, names)];
        else item[lastOf(target, names)] = new Set(left);
      };
    },
  };
  const changes: Change[] = [];
  while (!isOver()) {
    const word = take();
    const clause = clauses[word.toUpperCase()];
    if (clause === undefined)
      throw new Error(`Cannot make the update ${text}: expected a clause, found ${word}`);
    changes.push(...list(clause));
  }
  return changes;
};

const remember = <Read>(readText: (text: string) => Read): ((text: string) => Read) => {
  const known = new Map<string, Read>();
  return (text) => {
    const found = known.get(text) ?? readText(text);
    // Some expressions are as long as their call: those of a few thousand calls are kept.
    if (known.size > 2_000) known.clear();
    known.set(text, found);
    return found;
  };
};
const conditions = remember(readCondition);
const updates = remember(readUpdate);

/** Says whether an item meets a condition; one that is missing is an item without attributes. */
export const meets = (item: Item | undefined, condition: string | undefined, names: Names): boolean =>
  condition === undefined || conditions(condition)(item ?? {}, names);

/** Returns the item after an update. */
export const updated = (before: Item, update: string | undefined, names: Names): Item => {
  const item = { ...before };
  for (const change of update === undefined ? [] : updates(update)) change(item, before, names);
  return item;
};
