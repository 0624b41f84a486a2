import { judged, type Attack, type AttackAnswer, type AttackVerdict, type Target } from './attack.ts';

const long = 'x'.repeat(100_000);
const deep = (levels: number): object =>
  JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`) as object;

/** Taken or refused, but nothing told of what is inside, and no mistake of ours. */
const harmless = (answer: AttackAnswer): AttackVerdict =>
  judged(answer, ({ text }) => !/root:x:|sqlite|\/node_modules\//i.test(text));

/** Asks, and looks whether anything came to what nobody may reach. */
const attempt = (
  group: string,
  name: string,
  ask: (target: Target) => Promise<AttackAnswer>,
  judge: (answer: AttackAnswer) => AttackVerdict = harmless,
): Attack => ({
  group,
  name,
  run: async (target) => {
    const hits = target.site.canaryHits();
    const verdict = judge(await ask(target));
    return target.site.canaryHits() > hits
      ? { failed: 'a connection came to what nobody may reach' }
      : verdict;
  },
});

const source = { id: 'a', url: 'http://site.example/', frequency: 'daily' };
const manifest = (parts: object): object => ({
  version: '1.0.0',
  name: 'hostile',
  sources: [source],
  ...parts,
});
const withSource = (parts: object): object => manifest({ sources: [{ ...source, ...parts }] });

const manifests: Readonly<Record<string, (target: Target) => unknown>> = {
  'of 100,000 sources': () =>
    manifest({ sources: Array.from({ length: 100_000 }, (_, at) => ({ id: `s${at}` })) }),
  'of the same source twice': () => manifest({ sources: [source, source] }),
  'of 1,000 levels': () => manifest({ defaults: deep(1_000) }),
  'with a name that leads elsewhere': () => manifest({ name: '../../../etc/passwd' }),
  'with an id that leads elsewhere': () => withSource({ id: '../other#key' }),
  'with a source that is no web page': () => withSource({ url: 'file:///etc/passwd' }),
  'with a header of two lines': () => withSource({ custom_headers: { a: 'b\r\nHost: evil' } }),
  'with a cron that never comes': () => withSource({ frequency: undefined, cron: '0 0 31 2 *' }),
  'with a cron of many numbers': () =>
    withSource({ frequency: undefined, cron: `${Array(200).fill('0').join(',')} * * * *` }),
  'with a time zone that is a path': () => withSource({ timezone: '../../../../etc/passwd' }),
  'with a pattern that backtracks': () =>
    withSource({ method: 'crawl', crawl: { includePaths: ['(a+)+\\1$'] } }),
  'with a glob of many stars': () => withSource({ method: 'crawl', include: ['*a'.repeat(5_000)] }),
  'with keys of objects themselves': () =>
    JSON.parse(
      '{"version":"1.0.0","name":"p","sources":[{"id":"__proto__","__proto__":{"x":1}}],"constructor":{}}',
    ),
  'that is a list': () => [source],
  'of very long texts': () => withSource({ name: long, metadata: { a: long } }),
};

const sources: readonly Attack[] = [
  ...Object.entries(manifests).flatMap(([name, make]) =>
    ['plan', 'apply'].map((verb) =>
      attempt(
        'sources',
        `to ${verb} a manifest ${name}`,
        async (target) =>
          await target.ask('POST', `/v2/sources/${verb}`, { body: { manifest: make(target) } }),
        (answer) => (answer.status >= 400 && answer.status < 500 ? 'refused' : judged(answer)),
      ),
    ),
  ),
  ...['..%2f..%2fother', 'a%23b', '%00', 'a'.repeat(5_000), '__proto__', '*'].flatMap((id) => [
    attempt(
      'sources',
      `of the id ${id.slice(0, 30)}`,
      async ({ ask }) => await ask('GET', `/v2/sources/${id}`),
    ),
    attempt(
      'sources',
      `of the manifest ${id.slice(0, 30)}`,
      async ({ ask }) => await ask('GET', `/v2/manifests/${id}`),
    ),
  ]),
];

const monitorOf = (parts: object): object => ({
  name: 'hostile',
  schedule: { cron: '0 0 * * *' },
  targets: [{ type: 'scrape', urls: ['http://site.example/'] }],
  ...parts,
});
const monitors: Readonly<Record<string, (target: Target) => object>> = {
  'with a webhook of its own': ({ site }) =>
    monitorOf({ webhook: { url: `http://127.0.0.1:${site.canaryPort}/` } }),
  'with two targets': () =>
    monitorOf({ targets: ['a', 'b'].map((name) => ({ type: 'scrape', urls: [`http://${name}.example/`] })) }),
  'of 1,001 pages': () =>
    monitorOf({
      targets: [{ type: 'scrape', urls: Array.from({ length: 1_001 }, (_, at) => `http://a.example/${at}`) }],
    }),
  'of a page that is a file': () =>
    monitorOf({ targets: [{ type: 'scrape', urls: ['file:///etc/passwd'] }] }),
  'every second': () => monitorOf({ schedule: { text: 'every 1 second' } }),
  'in words without end': () => monitorOf({ schedule: { text: 'every '.repeat(20_000) } }),
  'of a cron with six fields': () => monitorOf({ schedule: { cron: '* * * * * *' } }),
  'of a cron that steps by nothing': () => monitorOf({ schedule: { cron: '*/0 * * * *' } }),
  'in a time zone that is a path': () =>
    monitorOf({ schedule: { cron: '0 0 * * *', timezone: '../../etc/passwd' } }),
  'with a name of 100,000 characters': () => monitorOf({ name: long }),
  'with selectors without end': () =>
    monitorOf({
      targets: [
        {
          type: 'scrape',
          urls: ['http://a.example/'],
          scrapeOptions: { excludeTags: Array(5_000).fill('a ~ a') },
        },
      ],
    }),
  'that a model is to judge': () => monitorOf({ judgeEnabled: true }),
};

const channels: Readonly<Record<string, (target: Target) => object>> = {
  'to a file': () => ({ url: 'file:///etc/passwd' }),
  'to a script': () => ({ url: 'javascript:alert(1)' }),
  'with a name that leads elsewhere': () => ({ name: '../x' }),
  'with a name that is a key': () => ({ name: 'a#b' }),
  'with a password': () => ({ url: 'http://user:password@site.example/' }),
  'without a host': () => ({ url: 'http:///x' }),
  'of another kind': () => ({ kind: 'shell' }),
  'of another severity': () => ({ severity: '__proto__' }),
  'with a URL of 100,000 characters': () => ({ url: `http://site.example/${long}` }),
  'with a line break in its URL': () => ({ url: 'http://site.example/\r\nX: y' }),
  'that is a number': () => ({ url: 7 }),
};

const watching: readonly Attack[] = [
  ...Object.entries(monitors).map(([name, make]) =>
    attempt(
      'monitors and alerts',
      `a monitor ${name}`,
      async (target) => await target.ask('POST', '/v2/monitor', { body: make(target) }),
    ),
  ),
  ...Object.entries(channels).map(([name, make]) =>
    attempt(
      'monitors and alerts',
      `a channel ${name}`,
      async (target) =>
        await target.ask('POST', '/v2/alerts/channels', {
          body: { name: 'hostile', kind: 'slack', url: 'http://site.example/', ...make(target) },
        }),
      (answer) => (answer.status < 300 && !answer.text.includes('password@') ? 'refused' : judged(answer)),
    ),
  ),
  ...['999d', '0h', '1d; drop', `${'9'.repeat(400)}d`].map((span) =>
    attempt('monitors and alerts', `an alert put off for ${span.slice(0, 20)}`, async ({ ask }) => {
      return await ask('POST', '/v2/alerts/a.source-moved/snooze', { body: { for: span } });
    }),
  ),
];

const filters: readonly object[] = [
  { query: `x' OR 1=1 --` },
  { query: `"; DROP TABLE pages; --` },
  { query: '"' },
  { query: '*' },
  { query: 'NEAR(a b, 100000000)' },
  { query: `${'a AND '.repeat(300)}a` },
  { query: '('.repeat(2_000) },
  { query: 'title : a OR ^b' },
  { query: '\0' },
  { query: '\ud800' },
  { query: long },
  { query: 'a', filters: { site: `a' OR '1'='1` } },
  { query: 'a', filters: { urlPrefix: '%' } },
  { query: 'a', filters: { urlPrefix: '_'.repeat(2_000) } },
  { query: 'a', filters: { language: '../../etc' } },
  { query: 'a', filters: { source: { $ne: null } } },
  { query: 'a', filters: { after: '9999-99-99' } },
  { query: 'a', asOf: '2026-01-01T99:99:99+99:99' },
  { query: 'a', limit: 1e9 },
  { query: 'a', limit: -1 },
  { query: 'a', mode: 'raw' },
  { query: 'a', collapse: "url' --" },
];

const corpus: readonly Attack[] = [
  ...filters.map((body) =>
    attempt(
      'corpus',
      `a search for ${JSON.stringify(body).slice(0, 60)}`,
      async ({ ask }) => await ask('POST', '/v2/corpus/main/search', { body }),
    ),
  ),
  ...['..%2f..%2fetc', 'main%00', 'MAIN%2f..', 'a'.repeat(3_000), 'other'].map((name) =>
    attempt(
      'corpus',
      `the corpus ${name.slice(0, 30)}`,
      async ({ ask }) => await ask('POST', `/v2/corpus/${name}/search`, { body: { query: 'a' } }),
    ),
  ),
  ...['file:///etc/passwd', `http://a.example/' OR 1=1`, '%00', long.slice(0, 5_000)].map((url) =>
    attempt(
      'corpus',
      `the page ${url.slice(0, 30)} of a corpus`,
      async ({ ask }) => await ask('GET', `/v2/corpus/main/page?url=${encodeURIComponent(url)}`),
    ),
  ),
];

const forged = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
/** Places in lists of the attacked team, as whoever knows how they are written would make them up. */
const cursors: Readonly<Record<string, (target: Target) => string>> = {
  'the key of an item': () => forged({ pk: { S: 'T#default' }, sk: { S: '!' } }),
  'a job': ({ jobs }) => jobs.crawl,
  'a failure of a job': ({ jobs }) => `~${jobs.batch}~#0`,
  'a page of a job': ({ jobs }) => `${jobs.batch}~${jobs.batch}~#1`,
  'a chain of the audit': () => 'default.1.0',
  'a row without end': () => 'default.999999999999.999999999',
  'objects themselves': () => forged({ __proto__: { team: 'default' } }),
  'a number below zero': () => '-1',
  'a time without end': () => '9'.repeat(400),
  'a NUL': () => '\0',
  'very much': () => long.slice(0, 6_000),
};
const lists = [
  '/v2/jobs?cursor=',
  '/v2/audit?cursor=',
  '/v2/audit/csv?cursor=',
  '/v2/failures?cursor=',
  '/v2/changes?since=',
  '/v2/crawl/active?cursor=',
];

/** A list that is begun in the middle of another team's: the answer names nothing of that team. */
const windows: readonly Attack[] = lists.flatMap((path) =>
  Object.entries(cursors).map(([name, make]): Attack => ({
    group: 'cursors',
    name: `${path} with ${name} of another team`,
    run: async (target) => {
      const cursor = make(target);
      const answer = await target.ask('GET', path + encodeURIComponent(cursor), {
        key: target.keys.stranger,
      });
      // What is refused says what it was given, and no more.
      if (answer.status >= 400) return judged(answer);
      const told = answer.text.replaceAll(cursor, '');
      const { site, jobs } = target;
      const names = [jobs.crawl, jobs.batch, jobs.scrape, `${site.origin}/batched`, `${site.origin}/crawled`];
      const found = names.find((each) => told.includes(each));
      return found === undefined ? judged(answer, () => true) : { failed: `it told ${found}` };
    },
  })),
);

const call = (method: string, params: unknown): object => ({ jsonrpc: '2.0', id: 1, method, params });
const tool = (name: string, given: unknown): object => call('tools/call', { name, arguments: given });
const messages: Readonly<Record<string, unknown>> = {
  'a list of 10,000 calls': Array.from({ length: 10_000 }, () => call('tools/list', {})),
  'a tool that is none': tool('run_shell', { command: 'id' }),
  'a tool of every object': tool('__proto__', {}),
  'a tool named constructor': tool('constructor', {}),
  'a file as a resource': call('resources/read', { uri: 'file:///etc/passwd' }),
  'a prompt that is none': call('prompts/get', { name: '../../x' }),
  'a sample of a model': call('sampling/createMessage', { messages: [] }),
  'a file as a page': tool('scrape', { url: 'file:///etc/passwd' }),
  'a script as a page': tool('read_page', { url: 'javascript:alert(1)' }),
  'arguments that are a text': tool('scrape', 'http://site.example/'),
  'arguments of 1,000 levels': tool('search_corpus', deep(1_000)),
  'a query without end': tool('search_corpus', { query: long }),
  'a query in SQL': tool('search_corpus', { query: `x' UNION SELECT * FROM sqlite_master --` }),
  'a source that leads elsewhere': tool('source_status', { source: '../../v2/keys' }),
  'a page with a path in its address': tool('read_page', { url: 'http://a.example/?../../v2/keys#' }),
  'a number that is none': tool('search_corpus', { query: 'a', limit: 1e308 }),
  'no version': { id: 1, method: 'tools/list' },
  'an id that is an object': { jsonrpc: '2.0', id: { a: 1 }, method: 'tools/list' },
};

const mcp: readonly Attack[] = Object.entries(messages).map(([name, body]): Attack => ({
  group: 'tools',
  name: `a call with ${name}`,
  run: async (target) => {
    const hits = target.site.canaryHits();
    const headers = { accept: 'application/json, text/event-stream' };
    const answer = await target.ask('POST', '/mcp', { key: target.keys.stranger, body, headers });
    if (target.site.canaryHits() > hits) return { failed: 'a connection came to what nobody may reach' };
    if (/"isError":true|"error":/.test(answer.text) && !/root:x:|CREATE TABLE|fc-/.test(answer.text))
      return 'refused';
    return harmless(answer);
  },
}));

/** What is asked of sources, monitors, alerts, the corpus, lists and tools by whoever means harm. */
export const organAttacks: readonly Attack[] = [...sources, ...watching, ...corpus, ...windows, ...mcp];
