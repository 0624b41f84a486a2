import { DomElement } from './dom/dom.ts';

/** Work on a tree, counted: the numbers are the same on any machine, however busy it is. */
export interface Counted<T> {
  readonly result: T;
  /** Characters of text that were joined, attributes that were read, and children that were listed or moved. */
  readonly steps: number;
}

type Count = (value: unknown) => number;

const lengthOf: Count = (value) => (typeof value === 'string' || Array.isArray(value) ? value.length + 1 : 1);

const getters = ['textContent', 'childNodes', 'children', 'attributes', 'style'];
const methods = ['getAttribute', 'setAttribute', 'removeAttribute', 'appendChild', 'insertBefore', 'rename'];

/** Runs `work` and counts what it does to elements. Calls cannot be nested. */
export const countWork = <T>(work: () => T): Counted<T> => {
  const { prototype } = DomElement;
  const before = new Map<string, PropertyDescriptor>();
  let steps = 0;
  const replace = (name: string, make: (found: PropertyDescriptor) => PropertyDescriptor): void => {
    const found = Object.getOwnPropertyDescriptor(prototype, name);
    if (found === undefined) throw new Error(`Cannot count ${name}: elements have none`);
    before.set(name, found);
    Object.defineProperty(prototype, name, make(found));
  };
  for (const name of getters)
    replace(name, (found) => ({
      ...found,
      get(this: DomElement): unknown {
        const value: unknown = found.get?.call(this);
        steps += lengthOf(value);
        return value;
      },
    }));
  for (const name of methods)
    replace(name, (found) => {
      const method = found.value as (this: DomElement, ...given: unknown[]) => unknown;
      return {
        ...found,
        value(this: DomElement, ...given: unknown[]): unknown {
          steps += 1;
          return method.apply(this, given);
        },
      };
    });
  try {
    const result = work();
    return { result, steps };
  } finally {
    for (const [name, found] of before) Object.defineProperty(prototype, name, found);
  }
};
