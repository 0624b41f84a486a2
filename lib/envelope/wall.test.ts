import { expect, test } from 'vitest';
import { wallOf } from './wall.ts';

const page = (title: string | null, markdown: string, html = '', finalUrl = 'https://example.com/a') =>
  wallOf({ url: 'https://example.com/a', finalUrl, html, content: { title, markdown } })?.code ?? null;

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
  expect(wallOf({ ...asked, content: { title: 'Login', markdown: 'Name' } })).toBeNull();
});

test('a question about cookies is one where it stands in place of the page', () => {
  expect(page('Before you continue to Example', 'Accept?', '<form></form>')).toBe('CONSENT_REQUIRED');
  expect(page('Example', 'x', '', 'https://consent.example.com/?continue=a')).toBe('CONSENT_REQUIRED');
  expect(page('Our shop', 'We value your privacy', '<button>ok</button>')).toBeNull();
});
