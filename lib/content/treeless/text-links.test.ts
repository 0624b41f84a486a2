import { expect, test } from 'vitest';
import { findTextLinks } from './text-links.ts';

const found = (text: string, type = 'text/markdown', url = 'https://a.test/doc'): string[] =>
  findTextLinks(text, type, url).map((link) => `${link.url} ${link.text}`.trim());

test('links of Markdown are found in their order: inline, by reference, addresses', () => {
  const markdown = [
    'See [the *API*](api.md "Title"), <https://auto.example/x> and https://bare.example/y.',
    '[![Logo](img/a.png)](/home) ![pic](https://a.test/b.png) [a (b)](https://en.example/wiki/A_(b))',
    '[spaced](<a b.md>) [here](#part) [^1]',
    '[ref]: https://ref.example/page "T"',
    '[^1]: A note, no link',
    'A (see https://c.example/d) end.',
  ].join('\n');
  expect(found(markdown)).toEqual([
    'api.md the *API*',
    'https://auto.example/x',
    'https://bare.example/y',
    '/home Logo',
    'https://en.example/wiki/A_(b) a (b)',
    'https://en.example/wiki/A_(b)',
    'a b.md spaced',
    'https://ref.example/page ref',
    'https://ref.example/page',
    'https://c.example/d',
  ]);
});

test('code of Markdown has no links', () => {
  expect(
    found(
      '`[a](b.md)` [c](d.md)\n```js\nconst a = "[no](link.md)"; // https://e.example/\n```\n~~~\n[x](y)\n',
    ),
  ).toEqual(['d.md c']);
});

test('plain text has its web addresses as links, and is Markdown if its name says so', () => {
  const text = 'More at https://a.test/from-txt, and [x](y.md).';
  expect(found(text, 'text/plain; charset=utf-8')).toEqual(['https://a.test/from-txt']);
  for (const name of ['llms.txt', 'docs/llms-full.txt', 'README.md'])
    expect(found(text, 'text/plain', `https://a.test/${name}`)).toEqual([
      'https://a.test/from-txt',
      'y.md x',
    ]);
  for (const type of ['text/csv', 'text/x-python', 'application/yaml']) expect(found(text, type)).toEqual([]);
});

test('a file under a type that says nothing is read for links by its name, as it is read for text', () => {
  for (const type of [
    'binary/octet-stream',
    'application/force-download',
    'application/x-download; name=a',
  ]) {
    expect(found('[Next](/next)', type, 'https://a.test/doc.md')).toEqual(['/next Next']);
    expect(found('See https://b.test/x.', type, 'https://a.test/doc')).toEqual(['https://b.test/x']);
  }
});

test('a text made to keep the reader busy is read in time that grows with its length', () => {
  const cpu = (piece: string, pieces: number): number => {
    const text = piece.repeat(pieces);
    const before = process.cpuUsage().user;
    findTextLinks(text, 'text/markdown', 'https://a.test/');
    return process.cpuUsage().user - before;
  };
  for (const piece of [
    '](a',
    '[',
    '`',
    '` `',
    'http://',
    'https://a(',
    '[a]: ',
    '~~~\n',
    ')))',
    '](((',
    '<http://a>',
  ])
    expect(cpu(piece, 200_000)).toBeLessThan(20_000_000);
});
