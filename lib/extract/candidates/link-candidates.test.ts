import { expect, test } from 'vitest';
import { makeFields, readFacts } from '../facts.fixture.ts';
import type { Json } from '../schema/json.ts';
import { findCandidates } from './find-candidates.ts';
import { mailsIn, numbersToDial } from './link-candidates.ts';

const answered = (body: string, name: string): Json | undefined => {
  const facts = readFacts(`<html lang="en"><head><title>Desk</title></head><body>${body}</body></html>`);
  return findCandidates(facts, makeFields({ [name]: { type: 'string' } }))[name]?.value;
};

const notMail = [
  '<p><img src="/img/Hero@2x.png"></p>',
  '<p><img src="/img/hero@3x.webp" alt="hero@3x.webp"></p>',
  '<p>The picture is footer_service@2x.png</p>',
  '<p><a href="https://social.example/@desk@mail.example">Follow us</a></p>',
  '<p>Follow @desk@social.example</p>',
  '<p>See https://desk@mail.example/x</p>',
  '<pre><code>const user = { email: "jo@sculpture.example" };</code></pre>',
  '<p>Clone <code>git@code.example</code> first</p>',
  '<p>Clone git@sub.code.example:acme/x.git first</p>',
];

test.each(notMail)('what only has an @ is no e-mail address, and hides none: %s', (body) => {
  expect(answered(`<h1>Desk</h1>${body}`, 'email')).toBeUndefined();
  const mail = '<p><a href="mailto:Help@acme.example?subject=to%20jo@acme.example">Write</a></p>';
  expect(answered(`<h1>Desk</h1>${body}${mail}`, 'email')).toBe('help@acme.example');
});

test('an e-mail address counts wherever readers see it', () => {
  for (const text of [
    'Write to a@b.example.',
    '(a@b.example)',
    '**a@b.example**',
    '![a@b.example](/x@2x.png)',
  ])
    expect([...mailsIn(text)]).toEqual(['a@b.example']);
});

test.each([
  ['<a href="tel:+18886465307">us at (888) 646-5307</a>', '(888) 646-5307'],
  ['<a href="tel:1-877-298-0639">Or, call 1-877-298-0639</a>', '1-877-298-0639'],
  ['<a href="tel:+4930123450">Tel. +49 (0)30 123450</a>', '+49 (0)30 123450'],
  ['<a href="tel:+18005550199">Call 24/7</a>', '+18005550199'],
  ['<a href="tel:+18003569377">1-800-FLOWERS</a>', '+18003569377'],
  ['<a href="tel:%2B41315550102">Ring us</a>', '+41315550102'],
])('the number of a link is the part of its text that is a number: %s', (link, number) => {
  expect(answered(`<h1>Desk</h1><p>${link}</p>`, 'phone')).toBe(number);
});

test('a link to dial that is encoded wrongly stops nothing', () => {
  expect([...numbersToDial('[Call](tel:%zz12345)').values()]).toEqual(['%zz12345']);
});
