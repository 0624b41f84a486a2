import { createElement, createText } from '../dom/document.ts';
import { collapsed, elementsWithin, isText, nextNode } from '../dom/dom-walk.ts';
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

/**
 * Makes the line over a post, with its author and date: a heading, so that whoever cuts the thread into parts knows
 * whose words each part has; a bold line where some posts of the thread have none, because a post without a heading
 * would stand under the name of the one before it.
 */
const bylineElement = ({ author, date, around }: Post, isHeading: boolean): DomElement | null => {
  if (author === null && date === null) return null;
  const words = createElement(isHeading ? 'h2' : 'strong');
  if (author !== null) words.append(sameText(author, around));
  if (author !== null && date !== null) words.append(createText(', '));
  if (date !== null) words.append(sameText(date, around));
  if (isHeading) return words;
  const line = createElement('p');
  line.append(words);
  return line;
};

const headingNames = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const [firstLevelInPost, lastLevel] = [3, 6] as const;

/** Puts the headings that posts have below the line of their post, in their own order of depth. */
const lowerHeadings = (posts: readonly Post[], title: string | undefined): void => {
  const inPosts = posts
    .flatMap(({ body }) => elementsWithin(body, headingNames))
    .filter((one) => collapsed(one.textContent) !== title);
  const names = [...new Set(inPosts.map(({ localName }) => localName))].toSorted();
  for (const one of inPosts)
    one.rename(`h${Math.min(lastLevel, firstLevelInPost + names.indexOf(one.localName))}`);
};

/**
 * Reads a thread: every post in page order, each under a heading with its author and date. The surroundings of posts,
 * such as ranks, counts and signatures, are left out. If no posts are found, returns all of the page without its frame.
 */
export const readForum: KindReader = (input) => {
  const { page, heading, found, record } = input;
  const thread = threadIn(page.body);
  if (thread === null) return readFramed(input, []);
  const { posts: all } = thread;
  const root = createElement('div');
  for (const { body } of all) root.append(body);
  clean(page.body, [framePasses], input);
  clean(root, [postPasses], input);
  page.body.append(root);
  restoreHeading(root, heading);
  const areSections = all.every(({ author, date }) => author !== null || date !== null);
  if (areSections) lowerHeadings(all, heading?.text);
  for (const post of all) {
    const line = bylineElement(post, areSections);
    if (line !== null) root.insertBefore(line, post.body);
  }
  const posts = thread.areComments ? {} : { posts: thread.posts };
  return { root, heading, record, foundBy: 'posts', found, ...posts };
};
