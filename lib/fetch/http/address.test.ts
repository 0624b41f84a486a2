import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dotted, formsOfIPv4, privateIPv4, wrapAddress } from '../address-forms.fixture.ts';
import { judgeAddress, literalAddress, type OpenRange, openRangeForm, parseOpenRange } from './address.ts';
import { parseOpenRanges } from './open-ranges.ts';

const range = (text: string): OpenRange => {
  const parsed = parseOpenRange(text);
  if (parsed === null) throw new Error(`not a range: ${text}`);
  return parsed;
};
const allowed = (ip: string, open: string[] = [], port?: number): boolean =>
  judgeAddress(ip, open.map(range), port).allowed;

/** Judges the host of a URL as the connector does: a name that is no address would go to DNS, which is another test. */
const judgeHost = (host: string, open: string[] = []): boolean | 'name' | 'invalid' => {
  if (!URL.canParse(`http://${host}/`)) return 'invalid';
  const ip = literalAddress(new URL(`http://${host}/`).hostname);
  return ip === null ? 'name' : allowed(ip, open, 80);
};

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '93.184.215.14',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.0.1',
  '172.32.0.1',
  '2606:4700::1111',
  '2001:4860:4860::8888',
  '2a00:1450::1',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
])('%s is public', (ip) => {
  expect(judgeAddress(ip, [])).toEqual({ allowed: true });
});

test.each([
  ['0.0.0.0', 'this network'],
  ['10.1.2.3', 'private use'],
  ['100.64.0.1', 'shared address space'],
  ['127.255.255.255', 'loopback'],
  ['169.254.169.254', 'link-local'],
  ['172.31.255.255', 'private use'],
  ['192.168.0.1', 'private use'],
  ['198.19.0.1', 'benchmarking'],
  ['224.0.0.1', 'multicast'],
  ['255.255.255.255', 'reserved or broadcast'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::7f00:1', 'IPv4-compatible'],
  ['::8.8.8.8', 'IPv4-compatible'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:a9fe:a9fe', 'link-local'],
  ['64:ff9b::127.0.0.1', 'loopback'],
  ['64:ff9b::10.0.0.1', 'private use'],
  ['64:ff9b:1::8.8.8.8', 'local NAT64'],
  ['2002:7f00:1::', '6to4'],
  ['2002:808:808::', '6to4'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'Teredo'],
  ['2001:db8::1', 'documentation'],
  ['fd00:ec2::254', 'unique local'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'not a plain IP address'],
  ['8.8.8.8%eth0', 'not a plain IP address'],
  ['ff02::1', 'multicast'],
  ['4000::1', 'not global unicast'],
  ['127.1', 'not a plain IP address'],
  ['0x7f000001', 'not a plain IP address'],
  ['0177.0.0.1', 'not a plain IP address'],
  ['8.8.8', 'not a plain IP address'],
  ['', 'not a plain IP address'],
])('%s is refused: %s', (ip, reason) => {
  expect(judgeAddress(ip, [])).toEqual({ allowed: false, reason });
});

test('every textual form of a private address has the same verdict, closed and opened', () => {
  fc.assert(
    fc.property(privateIPv4, (value) => {
      const open = [dotted(value)];
      for (const form of formsOfIPv4(value)) {
        expect(judgeHost(form), form).toBe(false);
        expect(judgeHost(form, open), form).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

test('an address inside another address is refused in every wrapping, whatever is open for IPv4', () => {
  fc.assert(
    fc.property(privateIPv4, (value) => {
      for (const ip of wrapAddress(value)) {
        expect(judgeAddress(ip, [range('0.0.0.0/0')]).allowed, ip).toBe(false);
      }
    }),
  );
});

test('a range opens its addresses, and with a port only that port', () => {
  expect(allowed('127.0.0.9', ['127.0.0.0/8'], 80)).toBe(true);
  expect(allowed('10.0.0.1', ['127.0.0.0/8'], 80)).toBe(false);
  expect(allowed('127.0.0.2', ['127.0.0.1/32:8915'], 8915)).toBe(false);
  expect(allowed('127.0.0.1', ['127.0.0.1/32:8915'], 8915)).toBe(true);
  expect(allowed('127.0.0.1', ['127.0.0.1/32:8915'], 80)).toBe(false);
  expect(allowed('127.0.0.1', ['127.0.0.1/32:8915'])).toBe(false);
  expect(allowed('::1', ['[::1/128]:8915'], 8915)).toBe(true);
  expect(allowed('::1', ['127.0.0.0/8'], 8915)).toBe(false);
  expect(allowed('fd12::1', ['fd12::/16'], 80)).toBe(true);
});

test('metadata and link-local addresses are not opened by a wider range', () => {
  expect(allowed('169.254.169.254', ['0.0.0.0/0', '169.254.0.0/16', '169.254.169.0/24'], 80)).toBe(false);
  expect(allowed('169.254.169.254', ['169.254.169.254'], 80)).toBe(true);
  expect(allowed('fd00:ec2::254', ['::/0', 'fd00::/8', 'fd00:ec2::/32'], 80)).toBe(false);
  expect(allowed('fd00:ec2::254', ['fd00:ec2::254/128'], 80)).toBe(true);
  expect(allowed('169.254.1.1', ['0.0.0.0/0', '168.0.0.0/6'], 80)).toBe(false);
  expect(allowed('169.254.1.1', ['169.254.0.0/16'], 80)).toBe(true);
  expect(allowed('fe80::1', ['::/0'], 80)).toBe(false);
});

test('the Lambda runtime API is opened only by a range that names its port', () => {
  for (const ip of ['127.0.0.1', '127.0.0.2', '::1', '::ffff:127.0.0.1']) {
    expect(allowed(ip, ['127.0.0.0/8', '::1'], 9001), ip).toBe(false);
    expect(judgeAddress(ip, [range('127.0.0.0/8'), range('::1')], 4_001, [4_001]).allowed, ip).toBe(false);
  }
  expect(allowed('127.0.0.1', ['127.0.0.1/32:9001'], 9001)).toBe(true);
});

test('the Lambda runtime API of newer runtimes, on a link-local address, is no more open than on loopback', () => {
  const opened = ['169.254.0.0/16', '169.254.100.0/24', '169.254.100.1', 'fe80::/10'];
  for (const ip of ['169.254.100.1', '::ffff:169.254.100.1', 'fe80::1'])
    expect(allowed(ip, opened, 9001), ip).toBe(false);
  expect(allowed('169.254.100.1', opened, 80)).toBe(true);
  expect(allowed('169.254.100.1', ['169.254.100.1/32:9001'], 9001)).toBe(true);
  const named = [range('169.254.100.1/32:9001')];
  expect(judgeAddress('169.254.100.1', named, 9001, undefined, [9001]).allowed).toBe(false);
});

test.each(['[::1]/128:8811', '[::1/128]:8811', '[::1]:8811'])('%s is an IPv6 range with a port', (text) => {
  expect(allowed('::1', [text], 8811)).toBe(true);
  expect(allowed('::1', [text], 8812)).toBe(false);
});

test('what a setting is told to be is a range', () => {
  const forms = openRangeForm.match(/[\d[][^ ,]*/g) ?? [];
  expect(forms).toHaveLength(3);
  for (const form of forms) expect(parseOpenRange(form)).not.toBeNull();
  expect(() => parseOpenRanges(['::1/128:8811'])).toThrow('[::1]/128:');
});

test.each([
  '',
  'localhost',
  '::1/128:8811',
  '10.0.0.0/33',
  '10.0.0/8',
  '010.0.0.1',
  '::/129',
  '10.0.0.1:0',
  '10.0.0.1:70000',
  '::ffff:10.0.0.0/104',
  'fe80::1%eth0',
  '10.0.0.1/8/9',
  '[10.0.0.1]:x',
  '0x7f.0.0.1',
])('%j is no range', (text) => {
  expect(parseOpenRange(text)).toBeNull();
});
