import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

interface Posted {
  readonly by: string;
  readonly on: string;
}

const post = ({ by, on }: Posted, isAnswer: boolean): string =>
  `<article class="message"${isAnswer ? ' itemscope itemtype="https://schema.org/Comment"' : ''}>` +
  `<div class="message-user"><a class="username" ` +
  `href="/members/${by}">${isAnswer ? `<span itemprop="author">${by}</span>` : by}</a></div>` +
  `<div class="post-date">${on}</div>` +
  `<div class="message-body">What ${by} says of the gates of the mill, in a sentence or two for ` +
  `whoever keeps them.</div></article>`;

const thread = (posts: readonly Posted[], head = ''): ReturnType<typeof contentAsUsual> =>
  contentAsUsual(
    `<html lang="en"><head><title>Gates that stick</title>${head}</head><body><main><h1>Gates that stick</h1>` +
      `${posts.map((one, at) => post(one, at > 0)).join('')}</main></body></html>`,
    { url: 'https://a.test/threads/gates.7' },
  );

const posts = [
  { by: 'ridwan', on: 'March 1, 2024' },
  { by: 'Oda Holm', on: 'March 4, 2024' },
  { by: 'Tomas Weir', on: 'March 5, 2024' },
];

test('the author and the day of a thread are those of its first post', () => {
  const { author, authors, publishedTime } = thread(posts);
  expect([author, authors]).toEqual(['ridwan', ['ridwan']]);
  expect(publishedTime?.slice(0, 10)).toBe('2024-03-01');
});

test('a date for machines that is of a later post gives way to that of the first one', () => {
  const head = '<meta name="date" content="2024-03-05">';
  expect(thread(posts, head).publishedTime?.slice(0, 10)).toBe('2024-03-01');
});

test('what the data of a page say of its thread is believed more than which post stands first', () => {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'DiscussionForumPosting',
    headline: 'Gates that stick',
    author: { '@type': 'Person', name: 'Oda Holm' },
    datePublished: '2024-03-04T08:00:00Z',
  };
  const { author, publishedTime } = thread(
    posts,
    `<script type="application/ld+json">${JSON.stringify(data)}</script>`,
  );
  expect([author, publishedTime]).toEqual(['Oda Holm', '2024-03-04T08:00:00Z']);
});
