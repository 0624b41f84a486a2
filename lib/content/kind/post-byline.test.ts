import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const author = (inner: string): string =>
  `<div class="post-head" itemprop="author" itemscope itemtype="https://schema.org/Person">${inner}</div>`;

const thread = (head: string): string =>
  `<title>Q</title><h1>Q</h1>${[1, 2, 3, 4]
    .map(
      (at) =>
        `<div class="post">${head}<div class="post-body" itemprop="text">Answer number ${at} to the ` +
        'question.</div></div>',
    )
    .join('')}`;

const bylineOf = (head: string): string | undefined =>
  /## (.+)\n\nAnswer number 1/.exec(contentAsUsual(thread(head)).markdown)?.[1];

const day = '<time datetime="2024-01-02">2 January 2024</time>';

test.each([
  [
    'ranks and counts',
    '<a href="/users/7/ada" itemprop="url">ada</a><meta itemprop="name" content="ada"><div><span>852</span>' +
      '<span>4</span><span>4 silver badges</span></div>',
  ],
  [
    'whether they are online',
    '<a href="/user/ada"><img src="/a.png" alt=""><span>Offline</span></a><a href="/user/ada" ' +
      'data-username="ada">ada</a> <span>wrote on last edited by</span> <a href="/post/1">#1</a>',
  ],
  [
    'a picture',
    '<a href="/user/ada"><img src="/a.png" alt=""><span>Offline</span></a><a href="/user/ada">ada</a>',
  ],
])('a post is by its author, without %s', (_, inner) => {
  expect(bylineOf(author(inner) + day)).toBe('ada, 2 January 2024');
});

test("a post's date is as readers see it, and not as machines do, if both name the same day", () => {
  const user = '<a class="username" href="/u/ada">ada</a> ';
  const machine = '<div class="d-none" itemprop="datePublished">2016-08-28 19:36:43 +00:00</div>';
  const seen = (text: string): string =>
    `<span class="comment-date"><span class="relativetime-clean">${text}</span></span>`;
  expect(bylineOf(user + machine + seen('Aug 28, 2016 at 19:36'))).toBe('ada, Aug 28, 2016 at 19:36');
  expect(bylineOf(user + machine + seen('Jan 3, 2015'))).toBe('ada, 2016-08-28');
  expect(bylineOf(user + machine)).toBe('ada, 2016-08-28');
});

const byAda = '<a class="username" href="/u/ada">ada</a> ';

test.each([
  ['last post by <a href="/members/bob">bob</a> <time datetime="2025-05-05">5 May 2025</time>'],
  ['Last edited by <a href="/members/bob">bob</a> on <time datetime="2025-05-05">5 May 2025</time>'],
  ['<a href="/r/1">edited <span class="relativetime" title="2025-05-05 00:25:16Z">5 May 2025</span></a>'],
  ['<span class="date">Updated: 5 May 2025</span>'],
  ['letzter Beitrag von <a href="/members/bob">bob</a>, <time datetime="2025-05-05">5. Mai 2025</time>'],
  ['Zuletzt bearbeitet von <a href="/members/bob">bob</a> am <time datetime="2025-05-05">5. Mai 2025</time>'],
  ['dernière réponse par <a href="/members/bob">bob</a> <time datetime="2025-05-05">5 mai 2025</time>'],
  ['Modifié par <a href="/members/bob">bob</a> le <time datetime="2025-05-05">5 mai 2025</time>'],
  ['último mensaje por <a href="/members/bob">bob</a> <time datetime="2025-05-05">5 mayo 2025</time>'],
  ['ultima risposta di <a href="/members/bob">bob</a> <time datetime="2025-05-05">5 maggio 2025</time>'],
  ['última resposta por <a href="/members/bob">bob</a> <time datetime="2025-05-05">5 maio 2025</time>'],
  ['laatste bericht door <a href="/members/bob">bob</a> <time datetime="2025-05-05">5 mei 2025</time>'],
  ['последнее сообщение от <a href="/members/bob">bob</a> <time datetime="2025-05-05">5 мая 2025</time>'],
])('no post is by whom or of the day that "%s" names', (other) => {
  const asked = '<a href="/members/ada">ada</a> <time datetime="2024-01-02">2 January 2024</time>';
  expect(bylineOf(`<p>${other}</p><p>asked by ${asked}</p>`)).toBe('ada, 2 January 2024');
});

test('a day that stands after a change is the day of the post', () => {
  expect(bylineOf(`${byAda}<p>Edited once. Posted on ${day}</p>`)).toBe('ada, 2 January 2024');
});

test("of several days, a post's is the one in the link to the post", () => {
  const joined = '<time datetime="2019-03-04">4 March 2019</time>';
  expect(bylineOf(`${byAda}<p>${joined}</p><a href="#post-7">${day}</a>`)).toBe('ada, 2 January 2024');
});

test('a letter in place of a picture is no name', () => {
  const picture = '<a href="/members/ada.7/"><div class="avatar-background"><span>A</span></div></a>';
  expect(bylineOf(`${picture}<a href="/members/ada.7/">ada</a> ${day}`)).toBe('ada, 2 January 2024');
});
