import { expect, test } from 'vitest';
import { leastCpuMs } from '../../../test/harness/cpu-time.ts';
import { contentAsUsual } from '../read-as-usual.fixture.ts';
import { parsePage } from './document.ts';
import { openShadowRoots } from './shadow-roots.ts';

const words = (html: string): string =>
  contentAsUsual(`<!doctype html><title>Page</title><main><h1>Page</h1>${html}</main>`, {
    url: 'https://a.test/',
  })
    .text.replace(/\s+/g, ' ')
    .trim();

const root = (html: string): string => `<template shadowrootmode="open">${html}</template>`;

test.each([
  [
    'each child stands in the slot of its name, and the others in the one without',
    `<x-card>${root('<h2><slot name="title"></slot></h2><p>Made by</p><slot></slot><p>End</p>')}` +
      '<p>A mill of oak.</p><span slot="title">The mill</span></x-card>',
    'The mill Made by A mill of oak. End',
  ],
  [
    'the content of a slot stands for what it is not given',
    `<x-a>${root('<p><slot name="a">Nobody</slot> and <slot name="b">no one</slot></p>')}<b slot="b">Ada</b></x-a>`,
    'Nobody and Ada',
  ],
  [
    'a name is given to the first slot that has it',
    `<x-a>${root('<p><slot name="a"></slot> and <slot name="a">again</slot></p>')}<i slot="a">once</i></x-a>`,
    'once and again',
  ],
  [
    'a slot is handed on to the root of an element within',
    `<x-out>${root(`<x-in>${root('<p>before <slot name="at"></slot> after</p>')}<slot slot="at"></slot></x-in>`)}` +
      '<em>given</em></x-out>',
    'before given after',
  ],
  [
    'slots of a root within are its own',
    `<x-out>${root(`<x-in>${root('<p>In: <slot>nothing</slot></p>')}</x-in><p>Out: <slot></slot></p>`)}` +
      '<em>given</em></x-out>',
    'In: nothing Out: given',
  ],
  [
    'what no slot is for stays behind the root',
    `<x-a>${root('<p>Only the root.</p>')}<p>A text for readers without scripts.</p></x-a>`,
    'Only the root. A text for readers without scripts.',
  ],
  [
    'slots in a template that is no root take nothing',
    `<x-a>${root('<template><slot></slot></template><p>Root.</p>')}<p>Child.</p></x-a><p>Then.</p>`,
    'Root. Child. Then.',
  ],
])('%s', (_law, html, text) => {
  expect(words(html)).toContain(text);
});

test('roots within roots whose slots lie deep cost time by their number, and are as deep as any page', () => {
  const nested = (count: number): string =>
    `${`<x-a>${root(`${'<div>'.repeat(100)}<slot></slot>`)}`.repeat(count)}<p>The end of it.`;
  const wide = `<x-a>${root('<slot name=a></slot><slot></slot>'.repeat(20))}</x-a>`.repeat(400);
  expect(leastCpuMs(() => openShadowRoots(parsePage(nested(1_000))))).toBeLessThan(5_000);
  expect(leastCpuMs(() => openShadowRoots(parsePage(wide)))).toBeLessThan(5_000);
  expect(words(nested(200))).toContain('The end of it.');
});
