import { expect, test } from 'vitest';
import { createElement } from './document.ts';

test('an element that is put before itself stays where it is, and its siblings end', () => {
  const parent = createElement('div');
  const [first, second] = [createElement('p'), createElement('p')];
  parent.append(first, second);
  parent.insertBefore(first, first);
  expect(parent.firstChild).toBe(first);
  expect(first.nextSibling).toBe(second);
  expect(second.nextSibling).toBeNull();
  expect(parent.childElementCount).toBe(2);
});
