import { createElement, createText } from '../dom/document.ts';
import { collapsed, isText, nextNode } from '../dom/dom-walk.ts';
import type { DomElement, DomNode, DomText } from '../dom/dom.ts';
import { restoreHeading } from '../main-content.ts';
import { framePasses } from '../passes/frame-passes.ts';
import { postPasses } from '../passes/post-passes.ts';
import { threadIn, type Post } from './forum-posts.ts';
import { readFramed } from './framed-reader.ts';
import { clean, type KindReader } from './reader.ts';

/** Makes a text that stands in a post already: it counts as the post's text and not as dropped. */
const sameText = (text: string, around: DomElement): DomText => {
  const written = createText(text);
  for (let node: DomNode | null = around; node !== null; node = nextNode(node, around)) {
    if (!isText(node) || collapsed(node.data) !== text) continue;
    written.mark = node.mark;
    break;
  }
  return written;
};

/** Makes a bold line over a post, with its author and date. */
const bylineElement = ({ author, date, around }: Post): DomElement | null => {
  if (author === null && date === null) return null;
  const strong = createElement('strong');
  if (author !== null) strong.append(sameText(author, around));
  if (author !== null && date !== null) strong.append(createText(', '));
  if (date !== null) strong.append(sameText(date, around));
  const line = createElement('p');
  line.append(strong);
  return line;
};

/**
 * Reads a thread: every post in page order, each under a line with its author and date. The surroundings of posts, such
 * as ranks, counts and signatures, are left out. If no posts are found, returns all of the page without its frame.
 */
export const readForum: KindReader = (input) => {
  const { page, heading, found, record } = input;
  const thread = threadIn(page.body);
  if (thread === null) return readFramed(input, []);
  const root = createElement('div');
  for (const post of thread.posts) {
    const line = bylineElement(post);
    if (line !== null) root.append(line);
    root.append(post.body);
  }
  clean(page.body, [framePasses], input);
  clean(root, [postPasses], input);
  page.body.append(root);
  restoreHeading(root, heading);
  const posts = thread.areComments ? {} : { posts: thread.posts };
  return { root, heading, record, foundBy: 'posts', found, ...posts };
};
