import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../../../test/harness/open-browser.ts';
import { documentHtml } from './document-html.ts';

/** One page of a real Chromium, whose document each test writes. */
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.newPage();
});

afterAll(async () => await browser?.close());

const most = 30_000_000;

const htmlOf = async (html: string, script = '0'): Promise<string | null> => {
  await page.goto('about:blank');
  await page.setContent(html);
  await page.evaluate(script);
  return await documentHtml(page, most);
};

test.each([
  '<!doctype html><html lang="en"><head><title>T</title></head><body class="a"><p>One<br>two &amp; three</p></body>',
  '<p>quirks<template><i>inert</i></template><textarea>\n\nkept</textarea>',
  '<!doctype html public "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd"><p>old',
])('a page without shadow roots is read as it always was: %j', async (html) => {
  expect(await htmlOf(html)).toBe(await page.content());
});

test('open shadow roots stand in their hosts, one within another, and closed ones stay closed', async () => {
  const html = await htmlOf(
    '<!doctype html><html lang="en"><body><x-page>light</x-page><x-shut></x-shut>' +
      '<x-sent><template shadowrootmode="open"><p>sent</p></template></x-sent></body></html>',
    `const open = document.querySelector('x-page').attachShadow({ mode: 'open' });
     open.innerHTML = '<h1>Outer</h1><x-price></x-price><slot></slot>';
     open.querySelector('x-price').attachShadow({ mode: 'open' }).innerHTML = '<p>42 EUR</p>';
     document.querySelector('x-shut').attachShadow({ mode: 'closed' }).innerHTML = '<p>secret</p>';`,
  );
  const root = '<template shadowrootmode="open">';
  expect(html).toContain(
    `<x-page>${root}<h1>Outer</h1><x-price>${root}<p>42 EUR</p></template></x-price><slot></slot></template>light`,
  );
  expect(html).toContain('<p>sent</p>');
  expect(html).not.toContain('secret');
  expect(html).toMatch(/^<!DOCTYPE html><html lang="en"><head>.*<\/html>$/s);
});

test('a page that changes prototypes, or names fields as the document does, is read all the same', async () => {
  const html = await htmlOf(
    '<form><input name="shadowRoot"><input name="outerHTML"></form><img name="documentElement">' +
      '<img name="querySelectorAll"><img name="doctype"><div id="it"></div>',
    `document.getElementById('it').attachShadow({ mode: 'open' }).innerHTML = '<p>within</p>';
     for (const name of ['shadowRoot', 'outerHTML', 'innerHTML'])
       Object.defineProperty(Element.prototype, name, { get: () => { throw new Error('no'); } });
     Element.prototype.getHTML = () => 'forged'; Array.prototype.push = () => 0; undefined`,
  );
  expect(html).toContain('<p>within</p>');
  expect(html).toContain('name="documentElement"');
});

test('a document that is too large with or without its shadow roots stays in the browser', async () => {
  await htmlOf('<div id="it"></div>');
  expect(await documentHtml(page, 20)).toBeNull();
  await page.evaluate(
    `document.getElementById('it').attachShadow({ mode: 'open' }).innerHTML = 'x'.repeat(500); undefined`,
  );
  expect(await documentHtml(page, 400)).toBeNull();
  expect(await documentHtml(page, 2_000)).toContain('x'.repeat(500));
});

test('of very many roots, or roots within roots, the first are read', async () => {
  const many = await htmlOf(
    '<body></body>',
    `for (let i = 0; i < 51000; i += 1) { const host = document.createElement('div');
       host.attachShadow({ mode: 'open' }).innerHTML = '<i></i>'; document.body.append(host); } undefined`,
  );
  expect(many?.match(/<i>/g)).toHaveLength(50_000);
  const deep = await htmlOf(
    '<body></body>',
    `let at = document.body; for (let i = 0; i < 150; i += 1) { const host = document.createElement('div');
       at.append(host); at = host.attachShadow({ mode: 'open' }); } undefined`,
  );
  expect(deep?.match(/shadowrootmode/g)).toHaveLength(100);
});
