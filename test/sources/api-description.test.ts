import { afterAll, beforeAll, expect, test } from 'vitest';
import { envelopeSchema, type Envelope } from '../../lib/envelope/envelope.ts';
import { getObject } from '../../lib/store/objects.ts';
import { startStores, type PipelineStores } from '../harness/pipeline.ts';
import { watchSite, type AnswerBody as Body } from '../harness/watch-site.ts';

let stores: PipelineStores;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores.stop());

const yaml = (paths: string) => `openapi: 3.0.3
info: { title: Tides, version: "1" }
paths:
${paths}
components:
  schemas:
    Tide: { type: object, properties: { height: { type: number, minimum: 0 } } }
`;
const one = '  /tides: { get: { summary: All tides, responses: { 200: { description: Tides } } } }';

test('the envelope of a description has its endpoints and schemas; what is none fails with its code', async () => {
  const { site, pages, pipeline, ok, run } = await watchSite(stores, 'descriptions');
  const file = (body: string, type = 'application/x-yaml') => ({ file: { type, body } });
  const source = { method: 'batch', frequency: 'daily', content_type: 'yaml' };
  try {
    pages.set('/openapi.yaml', file(yaml(one)));
    pages.set('/data.json', file('{"tides": [1, 2]}', 'application/json'));
    pages.set('/login', { text: 'Sign in' });
    const urls = [...pages.keys()].map((path) => `${site.origin}${path}`);
    await ok('POST', '/v2/sources/apply', {
      manifest: { version: '1.0.0', name: 'apis', sources: [{ id: 'guide', urls, ...source }] },
    });
    const envelopes = async (): Promise<Record<string, Envelope>> => {
      const { changes } = await ok('GET', '/v2/changes');
      const read = await Promise.all(
        (changes as Body[]).map(async ({ url, envelope }) => {
          const text = await getObject(stores.envelopes, String(envelope));
          return [new URL(String(url)).pathname, envelopeSchema.parse(JSON.parse(text ?? ''))] as const;
        }),
      );
      return Object.fromEntries(read);
    };

    const ran = await run();
    expect(ran).toMatchObject({ changes: { added: 2 } });
    const visited = await pipeline.pages(String(ran['job']));
    expect(visited.find(({ url }) => url.endsWith('/login'))).toMatchObject({
      state: 'failed',
      code: 'DATA_INVALID',
    });
    const first = await envelopes();
    expect(first['/openapi.yaml']?.content.body).toContain('summary: All tides');
    expect(first['/openapi.yaml']?.api).toMatchObject({
      format: 'openapi',
      title: 'Tides',
      counts: { endpoints: 1, schemas: 1 },
      endpoints: [{ method: 'GET', path: '/tides', summary: 'All tides' }],
      schemas: [{ name: 'Tide', schema: { properties: { height: { minimum: 0 } } } }],
    });
    expect(first['/data.json']).toBeDefined();
    expect(first['/data.json']?.api).toBeUndefined();

    pages.set('/openapi.yaml', file(yaml(`${one}\n  /tides/{id}: { delete: { responses: {} } }`)));
    expect(await run()).toMatchObject({ changes: { modified: 1 } });
    const second = await envelopes();
    expect(second['/openapi.yaml']?.api?.endpoints.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /tides',
      'DELETE /tides/{id}',
    ]);
  } finally {
    await site.close();
  }
});
