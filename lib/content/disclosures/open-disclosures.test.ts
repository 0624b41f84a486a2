import { expect, test } from 'vitest';
import { contentAsUsual } from '../read-as-usual.fixture.ts';

const prose =
  'The keeper of the mill, who lives beside it, opens the gate when the river is high, and closes it when the ' +
  'meadows are dry. ';
const questions = ['How much does a gate cost?', 'Options and prices', 'Open to all?', 'Why oak?'];

/** Ways in which pages write a question that opens its answer. */
const forms: Readonly<Record<string, (question: string, at: number) => string>> = {
  'a heading with a button': (question, at) =>
    `<div><h3><button aria-expanded="false" aria-controls="a${at}">${question}<svg></svg></button></h3>
    <div role="region" id="a${at}"><p>Answer ${at}. ${prose}</p></div></div>`,
  "Bootstrap's accordion": (question, at) =>
    `<div class="accordion-item"><h2 class="accordion-header">
    <button class="accordion-button collapsed" type="button" data-bs-toggle="collapse" data-bs-target="#a${at}">
    ${question}</button></h2><div id="a${at}" class="accordion-collapse collapse">
    <div class="accordion-body"><p>Answer ${at}. ${prose}</p></div></div></div>`,
  'a button with a heading': (question, at) =>
    `<div><button class="flex"><h4>${question}</h4><svg></svg></button><div><p>Answer ${at}. ${prose}</p></div></div>`,
  'a button that says what it opens': (question, at) =>
    `<div><button aria-expanded="false" aria-controls="a${at}"><span>${question}</span></button>
    <div id="a${at}" hidden><p>Answer ${at}. ${prose}</p></div></div>`,
  'a button beside what it opens': (question, at) =>
    `<div><div class="top"><div><button aria-expanded="false">${question}</button></div></div>
    <div style="display: none"><p>Answer ${at}. ${prose}</p></div></div>`,
  'a button that is called after it': (question, at) =>
    `<button class="accordion">${question}</button><div class="panel"><p>Answer ${at}. ${prose}</p></div>`,
  "Bootstrap's accordion of links": (question, at) =>
    `<div class="panel"><div class="panel-heading"><h4 class="panel-title"><a data-toggle="collapse" href="#a${at}">
    ${question}</a></h4></div><div id="a${at}" class="panel-collapse collapse" style="display: none">
    <p>Answer ${at}. ${prose}</p></div></div>`,
  'a link that says what it opens': (question, at) =>
    `<div><a href="#" aria-expanded="false" aria-controls="a${at}">${question}</a>
    <div id="a${at}" hidden><p>Answer ${at}. ${prose}</p></div></div>`,
  'an element with the role of a button': (question, at) =>
    `<div><div role="button" tabindex="0" aria-expanded="false"><h4>${question}</h4></div>
    <div aria-hidden="true"><p>Answer ${at}. ${prose}</p></div></div>`,
  "Elementor's accordion": (question, at) =>
    `<div class="elementor-accordion-item"><div id="t${at}" class="elementor-tab-title" role="button"
    aria-controls="a${at}" aria-expanded="false"><a class="elementor-accordion-title" tabindex="0">${question}</a></div>
    <div id="a${at}" class="elementor-tab-content" role="region" aria-labelledby="t${at}" hidden="hidden">
    <p>Answer ${at}. ${prose}</p></div></div>`,
  'a heading over what is hidden': (question, at) =>
    `<div><h3>${question}</h3><div style="display:none"><p>Answer ${at}. ${prose}</p></div></div>`,
  'what is called a question': (question, at) =>
    `<li><div class="faq-question">${question}</div>
    <div class="faq-answer" style="display: none;"><p>Answer ${at}. ${prose}</p></div></li>`,
  'a box for ticking': (question, at) =>
    `<div class="tab"><input type="checkbox" id="c${at}"><label for="c${at}">${question}</label>
    <div class="tab-content"><p>Answer ${at}. ${prose}</p></div></div>`,
  'a term with a button': (question, at) =>
    `<dl><dt><button aria-expanded="true">${question}</button></dt><dd>Answer ${at}. ${prose}</dd></dl>`,
};

const menu =
  '<header><nav><button aria-expanded="false">Menu of mills</button><a href="/">Home</a></nav></header>';

/** Kinds of pages on which they stand. */
const pages: Readonly<Record<string, (part: string) => string>> = {
  'an article': (part) =>
    `<head><title>Gates</title><meta property="article:published_time" content="2024-01-01"></head><body>${menu}
    <main><article><h1>Gates</h1>${`<p>${prose.repeat(3)}</p>`.repeat(5)}<h2>Questions</h2>${part}</article></main>`,
  'a page of parts': (part) =>
    `<head><title>Gates</title></head><body>${menu}<main><h1>Gates</h1><section><h2>What we do</h2><p>${prose}</p>
    </section><section><h2>Where</h2><p>By the river.</p></section><section><h2>Questions</h2>${part}</section></main>`,
  'a manual': (part) =>
    `<head><title>Gates</title><meta name="generator" content="Docusaurus v3.1"></head><body>${menu}<main>
    <article><div class="theme-doc-markdown markdown"><h1>Gates</h1><p>${prose}</p><h2>Questions</h2>${part}</div>
    </article></main>`,
};

const cases = Object.entries(pages).flatMap(([page, write]) =>
  Object.entries(forms).map(([form, part]) => [form, page, write(questions.map(part).join(''))] as const),
);

test.each(cases)('%s keeps question and answer on %s', (_form, _page, body) => {
  const { markdown, text } = contentAsUsual(`<html>${body}</body></html>`);
  for (const [at, question] of questions.entries()) {
    const [asked, answered] = [markdown.indexOf(question), markdown.indexOf(`Answer ${at}.`)];
    expect(asked, question).toBeGreaterThan(-1);
    expect(answered).toBeGreaterThan(asked);
    expect(markdown.split(question)).toHaveLength(2);
    expect(text).toContain(question);
  }
  expect(markdown).not.toContain('Menu of mills');
});

test.each([
  [
    'a menu',
    '<button aria-expanded="false">Products</button><div><a href="/a">Gates of oak and of elm</a> and more</div>',
  ],
  ['more of the same', `<button aria-expanded="false">Read more</button><div><p>${prose}</p></div>`],
  [
    'a filter',
    `<button aria-expanded="false">Width of gates</button><div><label><input type="checkbox">${prose}</label></div>`,
  ],
  [
    'a dialog',
    `<button aria-controls="d">Write to us now</button><div id="d" role="dialog"><p>${prose}</p></div>`,
  ],
  [
    'the contents of the page',
    '<button aria-expanded="false">On this page</button>' +
      '<ul><li><a href="#gates">Gates of oak, and how they are built</a></li></ul>',
  ],
  [
    'one of several panels',
    '<div role="tablist"><button role="tab" aria-controls="t1">Basics of gates</button>' +
      '<button role="tab" aria-controls="t2">Costs</button></div>' +
      `<div role="tabpanel" id="t1"><p>${prose}</p></div>`,
  ],
  [
    'one of several orders',
    '<div><input type="radio" id="r"><label for="r">Newest of all first</label></div>' +
      `<div><p>${prose}</p></div><button>Newest of all first</button>`,
  ],
  ['a caption', `<button aria-expanded="false">Hide caption Show caption</button><div><p>${prose}</p></div>`],
  ['nothing', `<button aria-expanded="false">Look around</button>`],
  ['what it does not tell', `<button>Add to list</button><p>${prose}</p>`],
])('a button that opens %s stays a control', (_what, part) => {
  const label = /<button[^>]*>([^<]*)/.exec(part)?.[1] ?? '';
  const { markdown } = contentAsUsual(`<html>${pages['an article']?.(part)}</body></html>`);
  expect(markdown).toContain('## Questions');
  expect(markdown).not.toContain(label);
});

test('a button beside the words of a heading is no part of it', () => {
  const part = `<h3>Oak gates <button aria-label="Copy link">Copy the link</button></h3><p>${prose}</p>`;
  const { markdown } = contentAsUsual(`<html>${pages['an article']?.(part)}</body></html>`);
  expect(markdown).toContain('### Oak gates\n');
});

test.each(['Read more', 'Show transcript', 'Expand', 'Details', 'Weiterlesen'])(
  'a text behind a button "%s" is read, and the button is not',
  (label) => {
    const part =
      `<p>${prose}</p><button aria-expanded="false" aria-controls="more">${label}</button>` +
      `<div id="more" hidden><p>The rest of it: ${prose}</p></div>`;
    for (const write of Object.values(pages)) {
      const { markdown } = contentAsUsual(`<html>${write(part)}</body></html>`);
      expect(markdown).toContain('The rest of it');
      expect(markdown).not.toContain(label);
    }
  },
);

test('what is hidden below a name, once or in the frame, stays hidden', () => {
  const card = `<a href="/jo">Jo of the mill</a><div class="card" style="display:none"><p>Hidden: ${prose}</p></div>`;
  const once = `<h3>For members</h3><div style="display:none"><p>Hidden: ${prose}</p></div>`;
  const inFrame = `<aside>${`<h3>What is new?</h3><div hidden><p>Hidden: ${prose}</p></div>`.repeat(3)}</aside>`;
  for (const part of [card.repeat(3), once, inFrame])
    expect(contentAsUsual(`<html>${pages['an article']?.(part)}</body></html>`).markdown).not.toContain(
      'Hidden',
    );
});
