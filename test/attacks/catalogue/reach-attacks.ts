import { formsOfIPv4, wrapAddress } from '../../../lib/fetch/address-forms.fixture.ts';
import { judged, type Attack, type AttackVerdict } from './attack.ts';

const loopback = 0x7f000001;
const addresses: Readonly<Record<string, number>> = {
  loopback,
  metadata: 0xa9fea9fe,
  containers: 0xa9feaa02,
  private: 0x0a000001,
};

const written = (value: number): string[] => [
  ...new Set([...formsOfIPv4(value), ...wrapAddress(value).map((form) => `[${form}]`)]),
];

const others = [
  'http://localhost:{port}/',
  'http://LOCALHOST:{port}/',
  'http://localhost.:{port}/',
  'http://[::1]:{port}/',
  'http://[0:0:0:0:0:0:0:1]:{port}/',
  'http://[::]:{port}/',
  'http://0:{port}/',
  'http://0.0.0.0:{port}/',
  'http://127.1:{port}/',
  'http://127.255.255.254:{port}/',
  'http://user:password@127.0.0.1:{port}/',
  'http://site.example@127.0.0.1:{port}/',
  'http://127.0.0.1:{port}\\@site.example/',
  'http:\\\\127.0.0.1:{port}/',
  'http:///127.0.0.1:{port}/',
  'http://127.0.0.1%09:{port}/',
  'http://127.0.0.1%0d%0a:{port}/',
  'http://[fe80::1%25lo]:{port}/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://169.254.170.2/v2/credentials',
  'http://127.0.0.1:9001/2018-06-01/runtime/invocation/next',
  'file:///etc/passwd',
  'ftp://127.0.0.1:{port}/',
  'gopher://127.0.0.1:{port}/_x',
  'dict://127.0.0.1:{port}/x',
  'data:text/html,<p>x</p>',
  'javascript:alert(1)',
  'view-source:http://127.0.0.1:{port}/',
  'chrome://version',
  'blob:http://127.0.0.1:{port}/x',
  'ws://127.0.0.1:{port}/',
];

const targets = [
  ...Object.entries(addresses).flatMap(([name, value]) =>
    written(value).map((form): [string, string] => [`${name} as ${form}`, `http://${form}:{port}/`]),
  ),
  ...others.map((url): [string, string] => [url, url]),
];

const scrape = (
  group: string,
  name: string,
  url: string,
  via: 'direct' | 'to-302' | 'to-refresh',
): Attack => ({
  group,
  name: `${name} (${via})`,
  run: async ({ ask, site }): Promise<AttackVerdict> => {
    const hits = site.canaryHits();
    const to = url.replaceAll('{port}', String(site.canaryPort));
    const asked = via === 'direct' ? to : `${site.origin}/${via}?to=${encodeURIComponent(to)}`;
    const answer = await ask('POST', '/v2/scrape', { body: { url: asked, timeout: 5_000 } });
    if (site.canaryHits() > hits) return { failed: 'a connection came to what nobody may reach' };
    // A page whose refresh leads nowhere is read as it is.
    return judged(answer, ({ text }) => via === 'to-refresh' && text.includes('Words of a page'));
  },
});

/** Addresses inside, in every way in which they can be written, named by the caller, by a redirect and by a page. */
export const reachAttacks: readonly Attack[] = [
  ...targets.map(([name, url]) => scrape('addresses', name, url, 'direct')),
  ...targets
    .filter(([name]) => !name.startsWith('private') && !name.startsWith('containers'))
    .map(([name, url]) => scrape('redirects', name, url, 'to-302')),
  ...targets
    .filter(([name]) => name.startsWith('loopback'))
    .map(([name, url]) => scrape('refreshes', name, url, 'to-refresh')),
];
