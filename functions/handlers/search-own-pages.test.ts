import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { parseSearchRequest } from '../../lib/request/search-request.ts';
import { askOwnApi, type AskOwnApi } from '../edge/ask-own-api.ts';
import { searchOwnPages } from './search-own-pages.ts';

const search = async (ask: AskOwnApi) => {
  const spec = parseSearchRequest({ query: 'otters', sources: ['corpus:main'] }, 'v2');
  if (!spec.ok) throw new Error(spec.failure.message);
  return await searchOwnPages(ask, 'main', spec.value, () => 0);
};

/** Asks a server that was there a moment ago. */
const asksNobody = async (): Promise<AskOwnApi> => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return askOwnApi({ ownUrl: `http://127.0.0.1:${port}`, headers: {}, remainingMs: () => 5_000 });
};

test('a corpus that does not answer is a failure that may be tried again, with its code', async () => {
  const found = await search(await asksNobody());
  if (found.ok) throw new Error('It was found');
  expect(found.refused.statusCode).toBe(503);
  expect(JSON.parse(found.refused.body)).toMatchObject({ success: false, code: 'CORPUS_UNAVAILABLE' });
});

test('what the corpus refuses is refused in its own words', async () => {
  const found = await search(
    async () => await Promise.resolve({ status: 409, body: { code: 'CORPUS_OTHER_EMBEDDER' } }),
  );
  if (found.ok) throw new Error('It was found');
  expect(found.refused.statusCode).toBe(409);
  expect(JSON.parse(found.refused.body)).toEqual({ code: 'CORPUS_OTHER_EMBEDDER' });
});
