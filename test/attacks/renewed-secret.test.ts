import type { SSMClient } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningJob } from '../../lib/job/job.ts';
import { limits } from '../../lib/limits/limits.ts';
import { completeScrapeOptions } from '../../lib/request/scrape-options.ts';
import { manageKeys } from '../../lib/steps/api/manage-keys.ts';
import { openJobHeaders } from '../../lib/steps/fetch-pages/open-job-headers.ts';
import { openSeal, sealRequest, type Seal } from '../../lib/steps/submit-job/seal-request.ts';
import { putSecret } from '../../lib/store/keys/put-secret.ts';
import { rememberVersions, type SecretVersions } from '../../lib/store/keys/secret-versions.ts';
import { startCloud, type Cloud } from '../../local/cloud/start-cloud.ts';
import { newDataDir, parametersClient } from '../conformance/cloud-under-test.ts';
import { startTestTable, type TestTable } from '../harness/table.ts';

/** An operator renews the secret of headers while sandboxes that accept and that fetch keep running. */
const name = '/Gleaner/header-secret';
const data = newDataDir();
let stores: TestTable;
let cloud: Cloud;
let vault: SSMClient;
/** Calls to Parameter Store that read. */
let reads = 0;
let isOut = false;
let clock = 1_000_000;
const now = (): number => clock;

beforeAll(async () => {
  stores = await startTestTable();
  cloud = await startCloud({ dataDir: data.path });
  vault = parametersClient(cloud.url);
  vault.middlewareStack.add((next, context) => async (args) => {
    if (context.commandName !== 'GetParameterCommand') return await next(args);
    reads += 1;
    if (isOut) throw new Error('InternalServerError');
    return await next(args);
  });
  await operate('publish');
});
afterAll(async () => {
  vault.destroy();
  await cloud.close();
  await stores.stop();
  data.remove();
});

const operate = async (action: 'publish' | 'renew-header-secret') =>
  await manageKeys(
    {
      table: stores.table,
      pepper: async () => await Promise.resolve('pepper'),
      putHeaderSecret: async (secret) => await putSecret(vault, name, secret),
      now,
      sleep: async () => await Promise.resolve(),
    },
    { action },
  );

const newSandboxThatAccepts = (): Seal => openSeal(stores.table, now);
const newSandboxThatFetches = (): SecretVersions => rememberVersions(vault, name);

const accept = async (seal: Seal): Promise<RunningJob> => {
  const scrape = completeScrapeOptions({ headers: { cookie: 'a' } });
  const url = 'https://site.example/';
  const request = await sealRequest(seal, 'team', { url, scrape });
  if ('code' in request) return expect.fail(request.message);
  return { team: 'team', request } as RunningJob;
};

/** The cookie that a sandbox would send for the job; undefined if it cannot open it. */
const opened = async (sandbox: SecretVersions, job: RunningJob): Promise<string | undefined> => {
  const { scrape } = (await openJobHeaders(sandbox, job)).request;
  expect(scrape.sealedHeaders === undefined).toBe(scrape.headers['cookie'] !== undefined);
  return scrape.headers['cookie'];
};

test('headers sealed after a renewal open in a sandbox that knows the secret before it', async () => {
  const warm = newSandboxThatFetches();
  const before = await accept(newSandboxThatAccepts());
  expect(await opened(warm, before)).toBe('a');
  await operate('renew-header-secret');
  const after = await accept(newSandboxThatAccepts());
  expect(await Promise.all([opened(warm, after), opened(warm, after)])).toEqual(['a', 'a']);
  expect(await opened(warm, before)).toBe('a');
});

test('headers sealed by a sandbox that knows the public key before a renewal open in a new one', async () => {
  const warm = newSandboxThatAccepts();
  const running = await accept(warm);
  await operate('renew-header-secret');
  const fresh = newSandboxThatFetches();
  expect(await opened(fresh, await accept(warm))).toBe('a');
  expect(await opened(fresh, running)).toBe('a');
});

test('a sandbox that accepts notices a renewal within a minute: then the present secret is enough', async () => {
  const warm = newSandboxThatAccepts();
  await accept(warm);
  await operate('renew-header-secret');
  clock += limits.sealKeysKnownMs;
  const sandbox = newSandboxThatFetches();
  reads = 0;
  expect(await opened(sandbox, await accept(warm))).toBe('a');
  expect(reads).toBe(1);
});

test('headers of two renewals ago stay shut, and cost their calls once however many pages the job has', async () => {
  const old = await accept(newSandboxThatAccepts());
  await operate('renew-header-secret');
  await operate('renew-header-secret');
  const sandbox = newSandboxThatFetches();
  const other = await accept(newSandboxThatAccepts());
  reads = 0;
  for (let page = 0; page < 20; page += 1) expect(await opened(sandbox, old)).toBeUndefined();
  expect(reads).toBe(3);
  expect(await opened(sandbox, other)).toBe('a');
  expect(reads).toBe(3);
});

test('while Parameter Store is out, nothing is taken for lost: the next visit asks again', async () => {
  const sandbox = newSandboxThatFetches();
  await opened(sandbox, await accept(newSandboxThatAccepts()));
  await operate('renew-header-secret');
  const job = await accept(newSandboxThatAccepts());
  isOut = true;
  await expect(opened(sandbox, job)).rejects.toThrow('InternalServerError');
  await expect(opened(newSandboxThatFetches(), job)).rejects.toThrow('InternalServerError');
  isOut = false;
  expect(await opened(sandbox, job)).toBe('a');
});

test('a secret that was put only once has no version before it, and that is no outage', async () => {
  await putSecret(vault, '/young', 'one');
  const young = rememberVersions(vault, '/young');
  expect(await young.anewFor('box')).toEqual(['one']);
  await putSecret(vault, '/young', 'two');
  expect(await young.anewFor('box')).toEqual(['one']);
  expect(await young.anewFor('another box')).toEqual(['two', 'one']);
});
