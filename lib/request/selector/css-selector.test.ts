import { compile } from 'css-select';
import { expect, test } from 'vitest';
import { domAdapter } from '../../content/dom/dom-adapter.ts';
import { selectorProblem } from './css-selector.ts';

test.each([
  'a',
  '.product > a[href^="/p/" i], h1 + p ~ ul li:not(.sold, :empty)',
  'li:nth-child(2n + 1):nth-last-of-type(-n+3):nth-of-type(odd)',
  'article:has(> img, + p) :is(h1, h2):where(:first-child):only-of-type',
  ':root, *:any-link, input:checked:disabled, input:required:enabled, [data-x], #id',
  'a:link:last-child:only-child:first-of-type:last-of-type:optional',
])('%s is a selector, and can be applied', (selector) => {
  expect(selectorProblem(selector)).toBeNull();
  expect(() => compile(selector, { adapter: domAdapter })).not.toThrow();
});

test.each([
  ['', /Empty|empty/],
  ['a[', /./],
  ['a,', /./],
  ['> a', /begins with a combinator/],
  ['a >', /./],
  ['a::before', /::before is no element/],
  ['a:hover', /:hover is not supported/],
  ['p:contains(word)', /:contains is not supported/],
  ['li:nth-child(x)', /:nth-child\(\) has no formula/],
  ['li:nth-child(2 of .a)', /no formula/],
  ['a:first-child(2)', /:first-child is not supported/],
  ['svg|a', /namespaces/],
  ['a < b', /combinator|Unmatched|Unexpected/],
  ['div:has(p:has(a))', /within :has\(\)/],
  ['a:not(b:hover)', /:hover is not supported/],
])('%s is refused, and why', (selector, why) => {
  expect(selectorProblem(selector)).toMatch(why);
});
