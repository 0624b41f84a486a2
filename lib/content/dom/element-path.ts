import type { DomElement } from './dom.ts';

/** Returns the place of an element as a CSS selector: `html > body > div:nth-of-type(2)`. */
export const elementPath = (element: DomElement): string => {
  const steps: string[] = [];
  for (let at: DomElement | null = element; at !== null && at.localName !== '#document'; at = at.parentNode) {
    let position = 1;
    let isAlone = true;
    for (let before = at.previousElementSibling; before !== null; before = before.previousElementSibling) {
      if (before.localName === at.localName) position += 1;
    }
    for (let after = at.nextElementSibling; after !== null && isAlone; after = after.nextElementSibling) {
      isAlone = after.localName !== at.localName;
    }
    steps.push(position === 1 && isAlone ? at.localName : `${at.localName}:nth-of-type(${position})`);
  }
  return steps.reverse().join(' > ');
};
