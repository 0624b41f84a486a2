import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judged, type Attack, type Target } from './attack.ts';

const document = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../docs/openapi.json'), 'utf8'),
) as {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly security?: readonly unknown[] }>>>
  >;
};

/** All that want a key: what describes the API, and the monitor's own files, are open by design. */
const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([method]) => ['get', 'post', 'delete', 'put', 'patch'].includes(method))
    .filter(([, { security }]) => security?.length !== 0)
    .map(([method]): [string, string] => [method.toUpperCase(), path]),
);
/** Tools are called by a POST, and what each may do is judged by itself (`tools`). */
const isReading = (method: string, path: string): boolean => method === 'GET' || path === '/mcp';
/** Open by design, or, as the feed, to a token of its own: nothing else may be. */
const open = new Set([
  '/',
  '/docs',
  '/v2/changes/feed',
  '/monitor',
  '/monitor/{file}',
  '/openapi.json',
  '/schemas/sources-v1.json',
]);
const opened: Attack = {
  group: 'keys',
  name: 'no route is open but those that are meant to be',
  run: () => {
    const known = new Set(routes.map(([, path]) => path));
    const others = Object.keys(document.paths).filter((path) => !known.has(path) && !open.has(path));
    return Promise.resolve(others.length === 0 ? 'refused' : { failed: others.join(', ') });
  },
};

const known = '01900000-0000-7000-8000-000000000000';
const withId = (path: string, id: string): string => path.replaceAll(/\{\w+\}/g, id);

const attempt = (
  group: string,
  name: string,
  [method, path]: readonly [string, string],
  key: (target: Target) => string | null,
  statuses: readonly number[],
): Attack => ({
  group,
  name: `${name}: ${method} ${path}`,
  run: async (target) => {
    const body =
      method === 'GET' ? {} : { body: { url: 'http://site.example/', urls: ['http://site.example/'] } };
    const answer = await target.ask(method, withId(path, known), { key: key(target), ...body });
    return statuses.includes(answer.status)
      ? 'refused'
      : { failed: `${answer.status} ${answer.text.slice(0, 150)}` };
  },
});

const badKeys: readonly [string, string | null][] = [
  ['no key', null],
  ['a key that is none', 'fc-000000000000:0000000000000000000000000000000'],
];

const stranger: readonly Attack[] = routes
  .filter(([, path]) => path.includes('{id}') && !path.includes('/keys/'))
  .flatMap(([method, path]) =>
    (['scrape', 'crawl', 'batch'] as const).map((kind): Attack => ({
      group: 'tenancy',
      name: `${method} ${path} with another team's ${kind}`,
      run: async ({ ask, jobs, keys }) => {
        const body = method === 'GET' ? {} : { body: {} };
        const answer = await ask(method, withId(path, jobs[kind]), { key: keys.stranger, ...body });
        return answer.status >= 400 && answer.status < 500 ? 'refused' : judged(answer);
      },
    })),
  );

const traversals = [
  '../../../etc/passwd',
  '..\\..\\x.html',
  '/etc/passwd',
  'a\0.html',
  '\r\nX: y',
  '%2e%2e%2fx',
  'x'.repeat(5_000),
];

const uploads: readonly Attack[] = traversals.flatMap((name) =>
  ['text/html', 'application/pdf'].map((type): Attack => ({
    group: 'uploads',
    name: `a ${type} named ${JSON.stringify(name).slice(0, 40)}`,
    run: async ({ ask }) => {
      const boundary = 'b0undary';
      const raw =
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ` +
        `${type}\r\n\r\n<p>${'Words of a file. '.repeat(20)}</p>\r\n--${boundary}--\r\n`;
      const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
      const answer = await ask('POST', '/v2/parse', { raw, headers });
      // A file is read by what it holds: its name leads nowhere.
      return judged(answer, ({ text }) => !text.includes('root:') && text.includes('Words of a file'));
    },
  })),
);

/** Who may do what: without a key, with one that may less, with that of another team. */
export const accessAttacks: readonly Attack[] = [
  opened,
  ...routes.flatMap((route) => [
    ...badKeys.map(([name, key]) => attempt('keys', name, route, () => key, [401])),
    ...(isReading(...route) || /\/keys/.test(route[1])
      ? []
      : [attempt('scopes', 'a key that only reads', route, ({ keys }) => keys.read, [403, 400, 404])]),
    ...(/\/keys/.test(route[1])
      ? [
          attempt('scopes', 'a key that reads', route, ({ keys }) => keys.read, [403]),
          attempt('scopes', 'a key that writes', route, ({ keys }) => keys.write, [403]),
        ]
      : []),
  ]),
  ...stranger,
  ...uploads,
];
