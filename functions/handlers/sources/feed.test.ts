import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { expect, test } from 'vitest';
import { limits } from '../../../lib/limits/limits.ts';
import { sourceLimits } from '../../../lib/limits/source-limits.ts';
import { apiKeyId, computeHmac, newApiKey } from '../../../lib/request/keys/api-key.ts';
import { writeFeedToken } from '../../../lib/request/keys/feed-token.ts';
import type { KeyScope } from '../../../lib/request/keys/scopes.ts';
import { writeSession } from '../../../lib/request/keys/session.ts';
import { authenticator } from '../../../lib/steps/api/admit-caller.ts';
import { putApiKey } from '../../../lib/store/keys/api-keys.ts';
import { startMemoryStores } from '../../../test/harness/memory/memory-pipeline.ts';
import { httpFunction } from '../../edge/http-function.ts';
import { sourceEndpoints } from '../../endpoints/manage-sources.ts';
import type { SourceDependencies } from './sources.ts';

const { table, sources } = startMemoryStores();
const begins = Date.parse('2026-11-01T00:00:00Z');
let at = begins;
const now = (): number => at;
const pepper = async (): Promise<string> => await Promise.resolve('pepper');
const handler = httpFunction(
  sourceEndpoints,
  { table, sources, now, pepper } as unknown as SourceDependencies,
  { authenticate: authenticator(table, pepper, now) },
);

const ask = async (method: string, path: string, bearer?: string) => {
  const [pathname = '', query] = path.split('?');
  const event = {
    httpMethod: method,
    path: pathname,
    resource: '/{proxy+}',
    headers: { host: 'api.example', ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }) },
    queryStringParameters: Object.fromEntries(new URLSearchParams(query)),
    body: null,
    requestContext: { path: pathname },
  } as unknown as APIGatewayProxyEvent;
  const context = { getRemainingTimeInMillis: () => 10_000 } as unknown as Context;
  const { statusCode, body } = await handler(event, context);
  return { status: statusCode, body };
};

/** Makes a key with these scopes. */
const keyWith = async (...scopes: KeyScope[]): Promise<{ readonly key: string; readonly id: string }> => {
  const key = newApiKey();
  const id = apiKeyId(key);
  const hmac = computeHmac(key, 'pepper');
  await putApiKey(table, { id, hmac, name: 'k', team: 't', scopes, limits: {}, makers: [], createdAt: at });
  return { key, id };
};

/** Makes an address of the feed; the path with its query, and when it ends. */
const addressBy = async (bearer: string) => {
  const { status, body } = await ask('POST', '/v2/changes/feed', bearer);
  const { url, expiresAt } = JSON.parse(body) as { readonly url: string; readonly expiresAt: string };
  const { pathname, search } = new URL(url);
  return { status, path: `${pathname}${search}`, until: Date.parse(expiresAt) };
};

test('a key that may read makes an address of the feed, for a year; one that only writes is refused', async () => {
  const reader = await addressBy((await keyWith('read')).key);
  expect([reader.status, reader.until]).toEqual([200, begins + sourceLimits.feedTokenMs]);
  expect((await ask('GET', reader.path)).status).toBe(200);
  const refused = await ask('POST', '/v2/changes/feed', (await keyWith('write')).key);
  expect([refused.status, refused.body]).toEqual([403, expect.stringContaining('the scope read')]);
});

test('an address of the feed that names a key which may not read opens nothing', async () => {
  const { id } = await keyWith('write', 'admin');
  const token = writeFeedToken({ keyId: id, until: begins + 1_000 }, 'pepper');
  expect((await ask('GET', `/v2/changes/feed?token=${token}`)).status).toBe(401);
});

test('an address of the feed that a session made ends with that session', async () => {
  const { id } = await keyWith('read');
  const until = begins + limits.sessionMs;
  const made = await addressBy(writeSession({ keyId: id, until, scopes: ['read'] }, 'pepper'));
  expect([made.status, made.until]).toEqual([200, until]);
  at = until - 1;
  expect((await ask('GET', made.path)).status).toBe(200);
  at = until;
  expect((await ask('GET', made.path)).status).toBe(401);
  at = begins;
});

test('a session that may not read makes no address of the feed, though its key may', async () => {
  const { id } = await keyWith('read', 'write');
  const session = writeSession({ keyId: id, until: begins + 1_000, scopes: ['write'] }, 'pepper');
  expect((await ask('POST', '/v2/changes/feed', session)).status).toBe(403);
});
