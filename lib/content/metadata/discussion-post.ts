import type { DomElement } from '../dom/dom.ts';

const postClass =
  /(?:^|[\s_-])(?:poster|messages?|threads?|topics?|questions?|forum)(?=$|[\s_-])|user|post_?(?:bit|body|user)/i;

/** Says whether a byline or a date belongs to a post in a discussion; the first post is the subject of the page. */
export const isPost = (element: DomElement): boolean => {
  let at: DomElement | null = element;
  for (let depth = 0; at !== null && depth < 5; depth += 1) {
    if (postClass.test(`${at.className} ${at.id}`)) return true;
    at = at.parentNode;
  }
  return false;
};
