import { expect, test } from 'vitest';
import { findNamedAddress, parseNamedAddress } from './named-address.ts';
import { openGuard } from './open-guard.ts';

test.each([
  ['docs.example.com=10.1.2.3', { name: 'docs.example.com', port: null, address: '10.1.2.3', toPort: null }],
  ['Docs.Example.com:443=127.0.0.1:8443', { port: 443, name: 'docs.example.com', toPort: 8443 }],
  ['intranet=[fd00::7]', { name: 'intranet', address: 'fd00::7' }],
  ['a_b.example=[::1]:80', { name: 'a_b.example', address: '::1', toPort: 80 }],
])('%s names an address', (text, wanted) => {
  expect(parseNamedAddress(text)).toMatchObject(wanted);
});

test.each([
  '',
  'docs.example.com',
  '=10.1.2.3',
  'docs.example.com=',
  'docs.example.com=other.example.com',
  'docs.example.com=10.1.2',
  'docs.example.com=0x7f.1',
  'docs.example.com=10.1.2.3:0',
  'docs.example.com:70000=10.1.2.3',
  'docs.example.com=fd00::7',
  '*.example.com=10.1.2.3',
  '8.8.8.8=10.1.2.3',
  '0x8.8=10.1.2.3',
  '[::1]=10.1.2.3',
  'https://docs.example.com=10.1.2.3',
])('%j names none, and a deployment that has it does not start', (text) => {
  expect(parseNamedAddress(text)).toBeNull();
  expect(() => openGuard({ allow: [], resolve: [text] })).toThrow(/Cannot resolve by/);
});

test('an entry with a port counts for that port alone, one without for every port', () => {
  const named = ['a.test:443=10.0.0.1:8443', 'b.test=10.0.0.2'].map((text) => parseNamedAddress(text)!);
  expect(findNamedAddress(named, 'a.test', 443)).toEqual({ address: '10.0.0.1', port: 8_443 });
  expect(findNamedAddress(named, 'a.test', 80)).toBeUndefined();
  expect(findNamedAddress(named, 'b.test', 81)).toEqual({ address: '10.0.0.2', port: 81 });
  expect(findNamedAddress(named, 'c.test', 80)).toBeUndefined();
});
