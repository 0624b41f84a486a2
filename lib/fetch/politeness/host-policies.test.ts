import { expect, test } from 'vitest';
import { noHosts, createHosts, readHostsDocument, hostsDocumentSchema } from './host-policies.ts';

const wiki = { 'wiki.test': 'https://wiki.test/w/api.php' };

test('a document of groups, hosts and wikis is read, and what it leaves out has its default', () => {
  const read = readHostsDocument({
    groups: { official: { weight: 0.8, hosts: ['wiki.test', 'news.test:8080'], delay: 2 } },
    hosts: { 'app.test': { tier: 'browser' } },
    mediawiki: wiki,
  });
  expect(read).toEqual({
    ok: true,
    document: {
      groups: { official: { weight: 0.8, hosts: ['wiki.test', 'news.test:8080'], delay: 2 } },
      hosts: { 'app.test': { tier: 'browser' } },
      mediawiki: { 'wiki.test': { endpoint: 'https://wiki.test/w/api.php', namespaces: [0] } },
    },
  });
  expect(readHostsDocument({})).toEqual({ ok: true, document: noHosts });
});

test.each([
  [{ group: {} }, /the document: .*"group"/],
  [{ groups: { a: { hosts: [] } } }, /groups\.a\.hosts: .*found \[\]/],
  [
    { groups: { a: { hosts: ['https://x.test/'] } } },
    /groups\.a\.hosts\.0: expected a host such as .*found "https:\/\/x\.test\/"/,
  ],
  [{ groups: { a: { hosts: ['reddit.com/r/wow'] } } }, /expected a host/],
  [{ groups: { a: { hosts: ['x.test'], weight: 2 } } }, /groups\.a\.weight: expected at most 1; found 2/],
  [
    { groups: { a: { hosts: ['x.test'] }, b: { hosts: ['x.test'] } } },
    /groups\.b\.hosts\.0: expected a host of one group, is in a as well; found "x\.test"/,
  ],
  [{ hosts: { 'X.test': {} } }, /hosts\.X\.test: expected a host such as .*found "X\.test"/],
  [
    { hosts: { 'x.test': { tier: 'api' } } },
    /hosts\.x\.test\.tier: expected an endpoint for x\.test under mediawiki; found "api"/,
  ],
  [{ groups: { a: { hosts: ['x.test'], tier: 'api' } } }, /groups\.a\.tier: expected every host/],
  [
    { mediawiki: { 'wiki.test': 'https://other.test/api.php' } },
    /mediawiki\.wiki\.test\.endpoint: expected an endpoint on wiki\.test.*found /,
  ],
  [{ mediawiki: { 'wiki.test': 'ftp://wiki.test/api.php' } }, /expected the URL of an api\.php/],
  [
    { mediawiki: { 'wiki.test': { endpoint: wiki['wiki.test'], articlePath: 'wiki' } } },
    /expected a path such as \/wiki\/\$1; found "wiki"/,
  ],
  [
    { mediawiki: { 'wiki.test': { endpoint: wiki['wiki.test'], namespaces: [-1] } } },
    /namespaces\.0: .*found -1/,
  ],
  ['text', /the document: .*found "text"/],
])('%j is refused, with what was wanted and what was found', (document, problem) => {
  const read = readHostsDocument(document);
  expect(read.ok).toBe(false);
  expect(read.ok ? '' : read.problems.join('\n')).toMatch(problem);
});

test('a document that only names hosts may leave `hosts` out', () => {
  const document = { ...noHosts, hosts: { 'x.test': { delay: 2 }, localhost: {}, '[::1]:80': {} } };
  expect(readHostsDocument({ 'x.test': { delay: 2 }, localhost: {}, '[::1]:80': {} })).toMatchObject({
    ok: false,
    problems: [expect.stringMatching(/hosts\.\[::1\]:80: expected a host such as/)],
  });
  const { '[::1]:80': _, ...hosts } = document.hosts;
  expect(readHostsDocument(hosts)).toEqual({ ok: true, document: { ...noHosts, hosts } });
});

test("a host's own entry goes before its group's, field by field, and an override before both", () => {
  const document = hostsDocumentSchema.parse({
    groups: { slow: { weight: 0.5, hosts: ['a.test', 'b.test'], delay: 5, concurrency: 2 } },
    hosts: { 'a.test': { delay: 1, tier: 'http' } },
    mediawiki: wiki,
  });
  const configured = createHosts(document, { 'a.test': { tier: 'browser' } });
  expect(configured.policyOf('a.test')).toEqual({ delay: 1, concurrency: 2, tier: 'browser' });
  expect(configured.policyOf('b.test')).toEqual({ delay: 5, concurrency: 2 });
  expect(configured.policyOf('constructor')).toEqual({});
  expect(configured.groupOf('a.test')).toEqual({ name: 'slow', weight: 0.5 });
  expect(configured.groupOf('wiki.test')).toBeUndefined();
  expect(configured.wikiOf('wiki.test')?.namespaces).toEqual([0]);
});
