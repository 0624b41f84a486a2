import { expect, test } from 'vitest';
import { addressParts, hostInAddress } from '../../monitor/screens/address-parts.ts';

test.each([
  ['/', ['']],
  ['/jobs/a%20b/pages', ['jobs', 'a b', 'pages']],
  ['/sources/a%2Fb', ['sources', 'a/b']],
  ['/sources/%2525', ['sources', '%25']],
  ['/sources/%', null],
  ['/sources/%2/page', null],
  ['/manifests/%zz', null],
  ['/jobs/%C3', null],
])('the path %s has the parts %j, unescaped once', (path, parts) => {
  expect(addressParts(path)).toEqual(parts);
});

test.each([
  ['/hosts/example.com', 'example.com'],
  ['/hosts/127.0.0.1%3A8080', '127.0.0.1:8080'],
  ['/hosts/[::1]:8080', '[::1]:8080'],
  ['/hosts/xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['/hosts/%', null],
  ['/hosts/%25', null],
  ['/hosts/%2525', null],
  ['/hosts/a%2Fb', null],
  ['/hosts/', null],
])('the address %s is that of the host %s', (path, host) => {
  expect(hostInAddress(path)).toBe(host);
});
