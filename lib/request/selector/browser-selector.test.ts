import { expect, test } from 'vitest';
import { judgeBrowserSelector, judgeBrowserSelectors } from './browser-selector.ts';
import { scrapeOptionsSchema } from '../job-spec.ts';
import { parseScrapeRequest } from '../scrape-request.ts';

test.each([
  ':is(x ~ *) ~ * ~ *',
  ':is(x ~ * ~ *) ~ * ~ *',
  ':has(:is(x ~ *) ~ *)',
  ':where(a b c)',
  'p:not(x ~ * ~ *):not(* ~ y)',
  ':is(:is(:is(:is(a))))',
  'a:near(b)',
  ':nth-match(p, 3)',
])('%s is not handed to Chromium', (selector) => {
  expect(judgeBrowserSelector(selector)?.code).toBe('SELECTOR_TOO_COSTLY');
});

test.each(['xpath=//*[count(//*)>1]', '//a', 'a >> b', 'text=x', 'p:has(', '{}'])(
  '%s is no CSS',
  (selector) => {
    expect(judgeBrowserSelector(selector)?.code).toBe('ACTION_FAILED');
  },
);

test.each([
  '#main .card > a[href^="/x"]:not(.hidden):nth-child(2n+1)',
  'x ~ * ~ * ~ * ~ *',
  'article:has(> img) ~ p',
  'div:has(+ p)',
  'button:has-text("More")',
  ':is(h1, h2, h3):not(.a):not(.b)',
  'form input[name="q"], form textarea',
])('%s is', (selector) => {
  expect(judgeBrowserSelector(selector)).toBeNull();
});

test('what is waited for and every action are judged', () => {
  const scrape = {
    actions: [
      { type: 'wait', milliseconds: 5 },
      { type: 'click', selector: ':is(a b c)' },
    ],
  };
  expect(judgeBrowserSelectors(scrape as never)?.code).toBe('SELECTOR_TOO_COSTLY');
  expect(judgeBrowserSelectors({ waitFor: 5 })).toBeNull();
  expect(judgeBrowserSelectors({ waitFor: ':where(a b c)' })?.code).toBe('SELECTOR_TOO_COSTLY');
});

test.each([
  [{ waitFor: 'p:::' }, /waitFor: expected a CSS selector such as "main \.post": .*:::/],
  [
    { waitFor: 'text=Sign in' },
    /waitFor: .*: it is written for another engine than CSS, found "text=Sign in"/,
  ],
  [
    { waitFor: ':where(a b c)' },
    /waitFor: .*: within a pseudo-class such as :is\(\) a selector may have one/,
  ],
  [
    {
      actions: [
        { type: 'wait', milliseconds: 5 },
        { type: 'click', selector: '//a' },
      ],
    },
    /actions\.1\.selector: expected a CSS selector/,
  ],
  [{ actions: [{ type: 'scroll', selector: 'p:has(' }] }, /actions\.0\.selector: expected a CSS selector/],
])(
  'a request with a selector that Chromium is not given is refused before any work: %j',
  (options, wanted) => {
    const parsed = parseScrapeRequest({ url: 'https://example.com', ...options });
    expect(parsed.ok ? '' : parsed.failure.message).toMatch(wanted);
  },
);

test('a request with selectors that Chromium is given is accepted', () => {
  const actions = [{ type: 'click', selector: 'button:has-text("More")' }];
  const parsed = parseScrapeRequest({ url: 'https://example.com', waitFor: '#main > .post', actions });
  expect(parsed.ok).toBe(true);
});

test('a job that was stored with a selector that is refused now stays readable', () => {
  const stored = { waitFor: 'p:::', actions: [{ type: 'click', selector: 'p:::', all: false }] };
  expect(scrapeOptionsSchema.parse(stored)).toMatchObject(stored);
});
