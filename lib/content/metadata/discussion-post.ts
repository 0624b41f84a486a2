import type { DomElement } from '../dom/dom.ts';

const postClass =
  /(?:^|[\s_-])(?:poster|messages?|threads?|topics?|questions?|forum)(?=$|[\s_-])|user|post_?(?:bit|body|user)/i;

/** Whether a byline or a date is that of a post in a discussion, the first of which is what the page is about. */
export const isPost = (element: DomElement): boolean => {
  let at: DomElement | null = element;
  for (let depth = 0; at !== null && depth < 5; depth += 1) {
    if (postClass.test(`${at.className} ${at.id}`)) return true;
    at = at.parentNode;
  }
  return false;
};
