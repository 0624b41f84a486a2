import { afterAll, beforeAll, expect, test } from 'vitest';
import { activeCrawlsHandler } from '../../../functions/handlers/active-crawls.ts';
import type { ApiDependencies } from '../../../functions/handlers/dependencies.ts';
import { jobsHandlers } from '../../../functions/handlers/jobs.ts';
import { webhookHandlers } from '../../../functions/handlers/webhooks.ts';
import type { HttpRequest, HttpResponse } from '../../../functions/edge/http.ts';
import { startStores, type PipelineStores } from '../../harness/pipeline.ts';
import { watchSite, type AnswerBody } from '../../harness/watch-site.ts';

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

const team = 'leafing';

type Ask = (path: string) => Promise<{ readonly status: number; readonly body: AnswerBody }>;

/** Asks the API's own lists as a member of the team, without its router. */
const askHandlers =
  (dependencies: ApiDependencies): Ask =>
  async (path) => {
    const url = new URL(path, 'http://api.test');
    const id = url.pathname.split('/')[3] ?? '';
    const request = {
      query: Object.fromEntries(url.searchParams),
      parameters: { id },
      path: url.pathname,
      baseUrl: url.origin,
      caller: { team },
    } as unknown as HttpRequest;
    const handlers: [RegExp, (...asked: Parameters<typeof jobsHandlers.list>) => Promise<HttpResponse>][] = [
      [/^\/v2\/jobs$/, jobsHandlers.list],
      [/^\/v2\/jobs\/[^/]+\/pages$/, jobsHandlers.pages],
      [/^\/v2\/crawl\/active$/, activeCrawlsHandler],
      [/^\/v2\/webhooks\/[^/]+$/, webhookHandlers.list],
    ];
    const [, handler] = handlers.find(([pattern]) => pattern.test(url.pathname)) ?? [];
    if (handler === undefined) throw new Error(`No handler for ${path}`);
    const { statusCode, body } = await handler(dependencies, request);
    return { status: statusCode, body: JSON.parse(body) as AnswerBody };
  };

const cursorIn = ({ cursor, next }: AnswerBody): string =>
  String(cursor ?? new URL(String(next)).searchParams.get('cursor'));

test('a cursor leads on in the list that gave it, with the filters that it was given for, and nowhere else', async () => {
  const { site, pages, pipeline, call, ok, manifest, run } = await watchSite(stores, team);
  const own = askHandlers({ ...pipeline.submitting, ...stores } as unknown as ApiDependencies);
  const ask: Ask = async (path) =>
    /^\/v2\/(?:jobs|crawl|webhooks)/.test(path) ? await own(path) : await call('GET', path);
  const submitBatch = async (body: object): Promise<string> => {
    const submitted = await pipeline.submit('batch', body, undefined, { team });
    if (!submitted.ok) throw new Error(submitted.failure.message);
    return submitted.job.id;
  };
  try {
    const gone = Array.from({ length: 3 }, (_, index) => `/gone/${index}`);
    pages.set('/', { links: ['/a', '/b', ...gone] });
    for (const path of ['/a', '/b']) pages.set(path, {});
    await ok('POST', '/v2/sources/apply', { manifest: manifest('1.0.0') });
    await run();
    pages.set('/a', { text: 'new' });
    pipeline.skip(60 * 60_000);
    await run();
    const urls = ['/', '/a', '/b'].map((path) => `${site.origin}${path}`);
    const webhook = `${site.origin}/hook`;
    const [first, second] = [await submitBatch({ urls, webhook }), await submitBatch({ urls, webhook })];
    for (const job of [first, second]) await pipeline.run(job);

    const lists = [
      ['/v2/jobs?limit=1', '/v2/jobs?kind=batch', '/v2/jobs?source=guide', '/v2/jobs?state=completed'],
      [`/v2/jobs/${first}/pages?limit=1`, `/v2/jobs/${second}/pages?`, `/v2/jobs/${first}/pages?state=done`],
      [`/v2/webhooks/${first}?limit=1`, `/v2/webhooks/${second}?`],
      [
        '/v2/failures?limit=1',
        '/v2/failures?source=guide',
        '/v2/failures?state=failed',
        '/v2/failures?code=HTTP_NOT_FOUND',
      ],
      ['/v2/sources/guide/runs?limit=1'],
      ['/v2/sources/guide/pages?limit=1', '/v2/sources/guide/pages?state=present'],
      [
        '/v2/audit?limit=1',
        '/v2/audit?source=guide',
        '/v2/audit?action=page.visited',
        '/v2/audit/csv?status=200',
      ],
    ];
    const cursors: string[] = [];
    for (const [list = '', ...others] of lists) {
      const begun = await ask(list);
      expect([list, begun.status]).toEqual([list, 200]);
      const cursor = cursorIn(begun.body);
      cursors.push(cursor);
      const further = async (path: string) => await ask(`${path}&cursor=${encodeURIComponent(cursor)}`);
      const next = await further(list);
      expect([list, next.status]).toEqual([list, 200]);
      expect({ ...next.body, cursor: null }).not.toEqual({ ...begun.body, cursor: null });
      for (const other of others)
        expect([other, await further(other)]).toMatchObject([
          other,
          { status: 400, body: { code: 'CURSOR_UNKNOWN' } },
        ]);
    }
    const asked = [...lists.map(([list = '']) => list), '/v2/crawl/active?'];
    for (const [at, list] of asked.entries())
      for (const [from, cursor] of cursors.entries()) {
        const amiss = [
          ...(from === at ? [] : [cursor]),
          cursor.slice(0, -1),
          cursor.slice(0, -9),
          cursor.slice(5),
        ];
        for (const wrong of [...amiss, '', '\0', '{}'])
          expect([list, wrong, (await ask(`${list}&cursor=${encodeURIComponent(wrong)}`)).status]).toEqual([
            list,
            wrong,
            400,
          ]);
      }
  } finally {
    await site.close();
  }
});
