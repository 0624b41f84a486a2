import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  articleUrl,
  isCategory,
  isWanted,
  findNamespace,
  parseWikiTitle,
  type WikiSite,
} from './wiki-title.ts';

const site: WikiSite = {
  siteName: 'Wiki',
  language: 'de',
  rightToLeft: false,
  articlePath: '/wiki/$1',
  script: '/w/index.php',
  namespaces: { special: -1, spezial: -1, talk: 1, user: 2, kategorie: 14, category: 14, 'user talk': 3 },
};
const origin = 'https://wiki.test';

test.each([
  ['/wiki/Elwynn_Forest', 'Elwynn Forest'],
  ['/wiki/Elwynn%20Forest#History', 'Elwynn Forest'],
  ['/wiki/Caf%C3%A9', 'Café'],
  ['/wiki/AC/DC', 'AC/DC'],
  ['/wiki/AC%2FDC', 'AC/DC'],
  ['/wiki/What%3F', 'What?'],
  ['/wiki/Kategorie:Orte', 'Kategorie:Orte'],
  ['/wiki/100%25', '100%'],
  ['/w/index.php?title=Elwynn_Forest', 'Elwynn Forest'],
  ['/w/index.php?title=Hogger&action=view', 'Hogger'],
  ['/w/index.php/Hogger', 'Hogger'],
  ['/wiki/Hogger?action=view', 'Hogger'],
])('%s shows %s', (path, title) => {
  expect(parseWikiTitle(site, origin + path)).toBe(title);
});

test.each([
  ['/'],
  ['/wiki/'],
  ['/wiki/_'],
  ['/wiki/%FF'],
  ['/wiki/C%23'],
  ['/wiki/A%7CB'],
  ['/wiki/Hogger?oldid=5'],
  ['/wiki/Hogger?action=history'],
  ['/wiki/Hogger?redirect=no'],
  ['/w/index.php?curid=5'],
  ['/w/index.php?title=Hogger&oldid=5'],
  ['/w/index.php?title=Hogger&action=edit&redlink=1'],
  ['/w/index.php?title=Hogger&title=Other'],
  ['/other?title=Hogger'],
  ['/about.html'],
])('%s is left to HTTP', (path) => {
  expect(parseWikiTitle(site, origin + path)).toBeNull();
});

test('a title comes back from the URL that it is given', () => {
  const text = fc.string({ unit: fc.constantFrom(...Array.from('aZ é/:?&%+\'"!$()*,;=@~.-_漢𝕏0')) });
  fc.assert(
    fc.property(text, (raw) => {
      const title = parseWikiTitle(site, `${origin}/wiki/${encodeURIComponent(raw)}`);
      // Dots alone are steps of a path, for a URL.
      fc.pre(title !== null && !title.split('/').some((part) => part === '.' || part === '..'));
      expect(parseWikiTitle(site, articleUrl(site, title ?? '', origin))).toBe(title);
    }),
  );
});

test('an article stands where the wiki itself links to it', () => {
  expect(articleUrl(site, 'Café & Bar: AC/DC, (1)', origin)).toBe(
    'https://wiki.test/wiki/Caf%C3%A9_%26_Bar:_AC/DC,_(1)',
  );
  const long = { ...site, articlePath: '/w/index.php?title=$1' };
  expect(articleUrl(long, 'A & B', origin)).toBe('https://wiki.test/w/index.php?title=A_%26_B');
  expect(parseWikiTitle(long, 'https://wiki.test/w/index.php?title=A_%26_B')).toBe('A & B');
});

test('namespaces are told by any of their names, whatever the case; other prefixes are part of the title', () => {
  expect(findNamespace(site, 'Kategorie:Orte')).toBe(14);
  expect(findNamespace(site, 'category:Orte')).toBe(14);
  expect(findNamespace(site, 'User talk:X')).toBe(3);
  expect(findNamespace(site, 'Star Wars: A New Hope')).toBe(0);
  expect(findNamespace(site, 'constructor:X')).toBe(0);
  expect(isCategory(site, `${origin}/wiki/Kategorie:Orte`)).toBe(true);
  expect(isCategory(site, `${origin}/wiki/Orte`)).toBe(false);
});

test.each([
  ['/wiki/Hogger', true],
  ['/wiki/User:Hogger', false],
  ['/wiki/Special:RecentChanges', false],
  ['/wiki/Hogger?action=history', false],
  ['/w/index.php?title=Hogger', true],
  ['/w/index.php?title=Hogger&action=edit&redlink=1', false],
  ['/w/load.php?lang=en', false],
  ['/w/images/map.pdf', true],
  ['/about.html', true],
  ['/', true],
])('of the articles alone, %s is followed: %s', (path, followed) => {
  expect(isWanted(site, [0], origin + path)).toBe(followed);
});

test('namespaces that are wanted are followed', () => {
  expect(isWanted(site, [0, 14], `${origin}/wiki/Category:Orte`)).toBe(true);
  expect(isWanted(site, [14], `${origin}/wiki/Hogger`)).toBe(false);
});
