import { expect, test } from 'vitest';
import { contentAsUsual } from './read-as-usual.fixture.ts';

const prose =
  'The keeper of the mill, who lives beside it, opens the gate when the river is high, and closes it when the ' +
  'meadows are dry. ';
const said = 'What the keeper found, and why it mattered to everybody who lived beside the river.';

const pages: Readonly<Record<string, (part: string) => string>> = {
  'an article': (part) =>
    `<title>Gates</title><meta property="article:published_time" content="2024-01-01"><main><article><h1>Gates</h1>
    ${`<p>${prose.repeat(3)}</p>`.repeat(5)}${part}</article></main>`,
  'a page of parts': (part) =>
    `<title>Gates</title><main><h1>Gates</h1><section><h2>What we do</h2><p>${prose}</p></section>
    <section><h2>Where</h2><p>By the river.</p></section>${part}</main>`,
  'a manual': (part) =>
    `<title>Gates</title><meta name="generator" content="Docusaurus v3.1"><main><article>
    <div class="theme-doc-markdown markdown"><h1>Gates</h1><p>${prose}</p><h2>Install</h2>${part}</div>
    </article></main>`,
};

/** Parts that hold content although their tag or name is that of a frame. */
const kept: Readonly<Record<string, string>> = {
  'sources in a footer': `<footer><h2>Sources</h2><p>${said}</p></footer>`,
  'footnotes in a footer': `<footer class="footnotes"><ol><li>${said}</li></ol></footer>`,
  'notes in a footer, in another language': `<footer><h3>Quellen:</h3><ul><li>${said}</li></ul></footer>`,
  'a menu of dishes': `<section class="menu"><h2>Menu of the inn</h2><p>${said}</p></section>`,
  'a form without fields': `<form><p>${said}</p></form>`,
  'a text about shares': `<div class="market-share"><p>${said}</p></div>`,
  'the issue of a newsletter': `<div class="newsletter-issue"><p>${said}</p></div>`,
  'the text over the picture of a box': `<div class="card"><div class="card-overlay"><p>${said}</p></div></div>`,
  'the last text of a box': `<div class="card"><p>A box.</p><div class="card-footer"><p>${said}</p></div></div>`,
};
/** Readability leaves out what is called a menu or a footer, which is then told. */
const isTold = (what: string, page: string): boolean =>
  (what.startsWith('a menu') || what.startsWith('the last')) && page === 'an article';
const cases = Object.entries(pages).flatMap(([page, write]) =>
  Object.entries(kept).map(([what, part]) => [what, page, write(part)] as const),
);

test.each(cases)('%s stays on %s', (what, page, html) => {
  const { markdown, keptText } = contentAsUsual(`<html><body>${html}</body></html>`);
  if (isTold(what, page)) expect(keptText.kept).toBeLessThan(0.98);
  else expect(markdown).toContain(said);
});

const dropped: Readonly<Record<string, string>> = {
  'a footer with who made the page': `<footer><h2>Contact</h2><p>${said}</p></footer>`,
  'a footer with sources and a menu': `<footer><h2>Sources</h2><nav><a href="/a">${said}</a></nav></footer>`,
  'a menu': `<div class="menu"><a href="/a">${said}</a> <a href="/b">And more of it</a></div>`,
  'a letter to subscribe to': `<div class="newsletter"><p>${said}</p><form><input type="email"></form></div>`,
};

test.each(Object.entries(dropped))('%s goes', (_what, part) => {
  const { markdown } = contentAsUsual(`<html><body>${pages['an article']?.(part)}</body></html>`);
  expect(markdown).not.toContain(said);
});

/** Texts that only their class calls a frame. A site may mean it: they are kept, or told. */
const calledFrame = [
  'pager',
  'pagination',
  'popup',
  'modal',
  'overlay',
  'toolbar',
  'breadcrumbs',
  'card-footer',
  'dropdown',
];
const told = Object.entries(pages).flatMap(([page, write]) =>
  calledFrame.map((name) => [name, page, write(`<div class="${name}"><p>${said}</p></div>`)] as const),
);

test.each(told)('a text called %s on %s is kept, or counts as left out', (_name, _page, html) => {
  const { markdown, keptText } = contentAsUsual(`<html><body>${html}</body></html>`);
  if (!markdown.includes(said)) {
    expect(keptText.kept).toBeLessThan(0.98);
    expect(keptText.dropped.some(({ isFrame, characters }) => !isFrame && characters >= 60)).toBe(true);
  }
});

test.each(['newsletter-modal', 'cookie-popup', 'advertisement', 'card-footer ads'])(
  'what is called %s is a frame',
  (name) => {
    const part = `<div class="${name}"><p>${said}</p></div>`;
    const { markdown, keptText } = contentAsUsual(
      `<html><body>${pages['a page of parts']?.(part)}</body></html>`,
    );
    expect(markdown).not.toContain(said);
    expect(keptText.kept).toBe(1);
  },
);

test('an aside of prose that is left out is told', () => {
  const aside = `<aside><h2>Beside</h2><p>${said}</p></aside>`;
  for (const write of [pages['an article'], pages['a page of parts']]) {
    const { markdown, keptText } = contentAsUsual(`<html><body>${write?.(aside)}</body></html>`);
    if (!markdown.includes(said)) expect(keptText.kept).toBeLessThan(0.98);
  }
});

const more =
  'In winter the wheel stands still, and the keeper mends what the autumn broke, by the light of a lamp.';

/** A page of the old sort, without landmarks: a box called a sidebar is told from the column beside the text. */
const besides: readonly (readonly [what: string, isKept: boolean, html: string])[] = [
  ['a box among paragraphs', true, `<p>${prose}</p><div class="sidebar">SAID</div><p>${more}</p>`],
  [
    'the second of two boxes',
    true,
    `<p>${prose}</p><p>${more}</p><div>a</div><div class="sidebar">SAID</div>`,
  ],
  [
    'a box among divisions of text',
    true,
    `<div>${prose}</div><div class="sidebar">SAID</div><div>${more}</div>`,
  ],
  [
    'a column beside the text',
    false,
    `<div><p>${prose}</p><p>${more}</p></div><div class="sidebar">SAID</div>`,
  ],
  ['a box of links', false, `<p>${prose}</p><div class="sidebar"><a href="/a">SAID</a></div><p>${more}</p>`],
  ['small print', false, `<p>${prose}</p><div class="sidebar legal">SAID</div><p>${more}</p>`],
  ['a form', false, `<p>${prose}</p><div class="sidebar"><form>SAID<input></form></div><p>${more}</p>`],
];
const boxed = `<p><b>Tip</b></p><p>${said} <a href="/more">More</a></p>`;

test.each(besides)('%s of a plain page is content: %s', (_what, isKept, html) => {
  const parts = `<h2>One</h2><ul><li>wheel<li>stone</ul><h2>Two</h2><ol><li>gate<li>lock</ol>`;
  const { markdown, pageKind } = contentAsUsual(
    `<html><body><h1>Gates</h1>${parts}${html.replace('SAID', html.includes('<a ') ? said : boxed)}</body></html>`,
  );
  expect(pageKind).toBe('other');
  expect(markdown.includes(said)).toBe(isKept);
});
