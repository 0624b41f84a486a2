import { expect, test } from 'vitest';
import { detectBlockPage, isSentHome } from './block-page.ts';

const page = (title: string | null, markdown: string, html = '', finalUrl = 'https://example.com/a') =>
  detectBlockPage({ url: 'https://example.com/a', finalUrl, html, content: { title, markdown } })?.code ??
  null;

test.each([
  '404 Not Found',
  'Page not found | Example',
  'Example – 404',
  'Error 404 (Not Found)!!1',
  'Oops! Page not found.',
  'The requested page could not be found',
  'Seite nicht gefunden · Verein',
  'ページが見つかりません',
])('a page called "%s" is not there', (title) => {
  expect(page(title, 'Go home.')).toBe('SOFT_NOT_FOUND');
  expect(page('Example', `# ${title}\n\nGo home.`)).toBe('SOFT_NOT_FOUND');
});

test.each([
  'How to design a 404 page',
  'Lost and found',
  '404 Media',
  'Not Found Festival 2026',
  'Page 404 of the census',
  'HTTP 404 explained',
])('a page called "%s" is a page', (title) => {
  expect(page(title, 'Some text.')).toBeNull();
});

test('an article about errors is long, and a page', () => {
  expect(page('404 Not Found', 'word '.repeat(1_000))).toBeNull();
});

test('a login is one where a password is asked for instead of the page', () => {
  const form = '<form><input name=p type="password"></form>';
  expect(page('Sign in | Example', 'Name', form)).toBe('LOGIN_REQUIRED');
  expect(page('Welcome', 'Name', form, 'https://example.com/login?next=/a')).toBe('LOGIN_REQUIRED');
  expect(page('Welcome', 'Read or log in', form)).toBeNull();
  expect(page('Sign in', 'How to', '')).toBeNull();
  const asked = { url: 'https://example.com/login', finalUrl: 'https://example.com/login', html: form };
  expect(detectBlockPage({ ...asked, content: { title: 'Login', markdown: 'Name' } })).toBeNull();
});

test('a question about cookies is one where it stands in place of the page', () => {
  expect(page('Before you continue to Example', 'Accept?', '<form></form>')).toBe('CONSENT_REQUIRED');
  expect(page('Example', 'x', '', 'https://consent.example.com/?continue=a')).toBe('CONSENT_REQUIRED');
  expect(page('Our shop', 'We value your privacy', '<button>ok</button>')).toBeNull();
});

test.each([
  'Sorry, the page you are looking for could not be found.',
  'We couldn’t find the page you requested. Try the search.',
  'This product is no longer available.',
  'Item not found',
  'No such article',
  'Die von Ihnen gesuchte Seite konnte nicht gefunden werden.',
  "La page que vous recherchez n'existe plus.",
  'La página que busca no existe.',
])('a short page that says "%s" is not there, whatever it is called', (sentence) => {
  const heading = sentence === 'Item not found' ? sentence : 'Shop of things';
  expect(page('Shop of things', `# ${heading}\n\n${sentence}`)).toBe('SOFT_NOT_FOUND');
});

test.each([
  'The page explains what to do when a file could not be found on the server.',
  'If the page could not be found, check the address.',
  'The library of Alexandria could not be found by the Romans.',
  'Lost items that were not found are listed below.',
  'This item was found in the park.',
])('a short page that says "%s" is a page', (sentence) => {
  expect(page('Shop of things', `# Shop of things\n\n${sentence}`)).toBeNull();
});

test('a sentence in a long page is no excuse', () => {
  expect(
    page('Notes', `This page could not be found.\n\n${'More about it follows here. '.repeat(40)}`),
  ).toBeNull();
});

test.each([
  ['example.com', 'The domain example.com is for sale. Make an offer!', 'SOFT_NOT_FOUND'],
  ['Parked domain', 'Buy this domain. Related searches: flights, insurance', 'SOFT_NOT_FOUND'],
  ['Site under maintenance', 'Please come back later.', 'HTTP_UNAVAILABLE'],
  ["We'll be back soon!", 'Thank you.', 'HTTP_UNAVAILABLE'],
  ['Maintenance', 'Oil the chain once a month.', null],
  ['Garden maintenance for beginners', 'Cut the hedge in June.', null],
  ['Houses for sale', 'A house in the park is for sale.', null],
])('a page called "%s" that says "%s" ends as %s', (title, text, code) => {
  expect(page(title, text)).toBe(code);
});

test.each([
  ['https://login.example.com/members/1', 'https://login.example.com/login?next=%2Fmembers%2F1'],
  ['https://example.com/api/auth/roles', 'https://example.com/account/login?next=/api/auth/roles'],
  ['https://example.com/members/1', 'https://id.example.com/start?return_to=https://example.com/members/1'],
])('a login where %s should be is one, whatever the host is called', (url, finalUrl) => {
  const html = '<form><input type="password"></form>';
  const content = { title: 'Members', markdown: 'Name' };
  expect(detectBlockPage({ url, finalUrl, html, content })?.code).toBe('LOGIN_REQUIRED');
});

test.each([
  'https://example.com/docs/auth/password-inputs',
  'https://auth.example.com/guide',
  'https://example.com/sso/setup',
])('a page about logins with a field to try is a page: %s', (url) => {
  const html = '<p>How to</p><input type="password">';
  expect(
    detectBlockPage({ url, finalUrl: url, html, content: { title: 'Guide', markdown: 'How to' } }),
  ).toBeNull();
});

test('what was asked for as a login is what it says it is', () => {
  for (const url of ['https://a.test/login', 'https://a.test/wp-login.php', 'https://a.test/auth/']) {
    const html = '<form><input type="password"></form>';
    expect(
      detectBlockPage({ url, finalUrl: url, html, content: { title: 'Log in', markdown: 'Name' } }),
    ).toBeNull();
  }
});

test('a redirect to the start page of the site is no page, but for other addresses of the start page', () => {
  expect(isSentHome('https://a.test/items/9', 'https://a.test/')).toBe(true);
  expect(isSentHome('https://a.test/items/9', 'https://www.a.test/')).toBe(true);
  expect(isSentHome('https://a.test/items/9?x=1', 'https://a.test/#top')).toBe(true);
  for (const url of ['/', '/index.html', '/home', '/en', '/de-at/', '/?lang=de'])
    expect(isSentHome(`https://a.test${url}`, 'https://a.test/')).toBe(false);
  expect(isSentHome('https://a.test/items/9', 'https://a.test/items/')).toBe(false);
  expect(isSentHome('https://a.test/items/9', 'https://b.test/')).toBe(false);
  expect(isSentHome('https://a.test/items/9', 'https://a.test/?p=9')).toBe(false);
});
