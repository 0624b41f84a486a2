import type { DomElement } from './dom.ts';

/**
 * Lists the children of an element as readability walks them: by index, while it moves some of them away. Copying the
 * list after every move, or counting from the first child, would be quadratic in its length; so this remembers the
 * current place.
 */
const listOf = (parent: DomElement): readonly DomElement[] => {
  let index = 0;
  let count = parent.childElementCount;
  let current: DomElement | null = null;
  let before: DomElement | null = null;
  const restart = (): void => {
    index = 0;
    before = null;
    current = parent.firstElementChild;
  };
  const at = (wanted: number): DomElement | undefined => {
    const isGone = current !== null && current.parentNode !== parent;
    // The children changed in another way than by the removal of the current one, so the list counts again.
    if (wanted < index || parent.childElementCount !== count - (isGone ? 1 : 0)) restart();
    count = parent.childElementCount;
    // The current child is gone; the next one takes its place.
    if (current === null || current.parentNode !== parent)
      current = before === null ? parent.firstElementChild : before.nextElementSibling;
    while (index < wanted && current !== null) {
      before = current;
      current = current.nextElementSibling;
      index += 1;
    }
    return current ?? undefined;
  };
  return new Proxy([] as DomElement[], {
    get: (target, key) => {
      if (key === 'length') return parent.childElementCount;
      return typeof key === 'string' && /^\d+$/.test(key) ? at(Number(key)) : Reflect.get(target, key);
    },
    has: (target, key) =>
      typeof key === 'string' && /^\d+$/.test(key)
        ? Number(key) < parent.childElementCount
        : Reflect.has(target, key),
  });
};

const lists = new WeakMap<DomElement, readonly DomElement[]>();

/** Returns the live list of an element's child elements. */
export const siblingList = (parent: DomElement): readonly DomElement[] => {
  const known = lists.get(parent) ?? listOf(parent);
  lists.set(parent, known);
  return known;
};
