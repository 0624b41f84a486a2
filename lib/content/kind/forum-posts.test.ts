import { expect, test } from 'vitest';
import { parsePage } from '../dom/document.ts';
import { threadIn } from './forum-posts.ts';

const post = (head: string, text: string): string =>
  `<div class="post">${head}<div class="message-body">${text}</div></div>`;
const question = 'With many brands making smaller watches, what do you think will be the trend of next year?';
const byline = (name: string, at: string): string =>
  `<a class="username" href="/u/${name}">${name}</a> <time datetime="2024-01-0${at}">${at} January 2024</time>`;
const answers = [1, 2, 3]
  .map((at) => post(byline(`user${at}`, `${at + 2}`), `Answer number ${at}.`))
  .join('');

const bylines = (html: string): readonly (readonly [string | null, string | null])[] =>
  (threadIn(parsePage(`<body>${html}${answers}`).body)?.posts ?? [])
    .slice(0, -3)
    .map(({ author, date }) => [author, date]);

test('a post that is told once more for machines is one post, by its author and of the day that is shown', () => {
  const described =
    '<div itemprop="author" itemscope itemtype="https://schema.org/Person"><span itemprop="name">ada</span></div>';
  expect(bylines(`${post(described, question)}${post(byline('bob', '2'), question)}`)).toEqual([
    ['ada', '2 January 2024'],
  ]);
});

test('a post that is sent twice counts once', () => {
  expect(bylines(`${post(byline('ada', '1'), question)}${post(byline('ada', '2'), question)}`)).toEqual([
    ['ada', '2 January 2024'],
  ]);
});

test('what two people say in the same words are two posts, and so are short answers', () => {
  expect(bylines(`${post(byline('ada', '1'), question)}${post(byline('bob', '2'), question)}`)).toHaveLength(
    2,
  );
  expect(
    bylines(`${post(byline('ada', '1'), 'Thank you!')}${post(byline('ada', '2'), 'Thank you!')}`),
  ).toHaveLength(2);
});
