import { GetItemCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { presignedUrl } from '../../lib/store/presigned-url.ts';
import { makeLocalCredentials } from '../../local/door/local-credentials.ts';
import { launch, type Launched } from '../../local/launch.ts';
import { callRoute, untilScraped } from '../harness/call-api.ts';
import { serveSite, type TestSite } from '../harness/serve-site.ts';

/** The laptop's services as another user of the machine, or a page in a browser, meets them. */
let dataDir: string;
let gleaner: Launched;
let site: TestSite;
let body = '';

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'gleaner-attacked-'));
  site = await serveSite((path, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(path === '/page' ? body : '');
  });
  gleaner = await launch({
    dataDir,
    port: 0,
    quiet: true,
    options: { delaySeconds: 0, allow: ['127.0.0.0/8', '0.0.0.0/8', '::1/128'] },
  });
});

afterAll(async () => {
  await gleaner?.stop();
  await site?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const ask = async (
  url: string,
  options: { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string },
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }> =>
  await new Promise((resolve, reject) => {
    const { method = 'POST', headers = {}, body: sent } = options;
    const outgoing = request(url, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    outgoing.on('error', reject).end(sent);
  });

const guessed = (service: string, id = 'local'): string =>
  `AWS4-HMAC-SHA256 Credential=${id}/20260101/us-east-1/${service}/aws4_request, SignedHeaders=host, ` +
  `Signature=${'0'.repeat(64)}`;

const calls = {
  dynamodb: { target: 'DynamoDB_20120810.ListTables', input: '{}' },
  secrets: { target: 'AmazonSSM.GetParameter', input: '{"Name":"/Gleaner/key-secret"}' },
  queues: { target: 'AmazonSQS.ListQueues', input: '{}' },
} as const;
const services = Object.keys(calls) as (keyof typeof calls)[];

describe.each(services)('%s', (service) => {
  const send = async (headers: Record<string, string>, method = 'POST') => {
    const url = service === 'dynamodb' ? gleaner.endpoints.dynamodb : gleaner.endpoints.cloud;
    const { target, input } = calls[service];
    const type = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target };
    return await ask(url, { method, headers: { ...type, ...headers }, body: method === 'POST' ? input : '' });
  };
  // The emulator itself wants to see a signature, whatever it is.
  const known = (): Record<string, string> => ({
    'x-gleaner-local': gleaner.credentials.password,
    authorization: guessed(service),
    'x-amz-date': '20260101T000000Z',
  });

  test('answers its own processes', async () => {
    const answer = await send(known());
    expect(answer.status, JSON.stringify(answer)).toBe(200);
  });

  test.each([
    ['no credentials', {}],
    ['a signature that is none', { authorization: guessed(service) }],
    ['an empty password', { 'x-gleaner-local': '' }],
    ['a password that was guessed', { 'x-gleaner-local': 'A'.repeat(40) }],
  ])('refuses %s', async (_name, headers) => {
    expect((await send(headers)).status).toBe(403);
  });

  test('refuses the right id with a signature that was guessed', async () => {
    const authorization = guessed(service, gleaner.credentials.accessKeyId);
    expect((await send({ authorization, 'x-amz-date': '20260101T000000Z' })).status).toBe(403);
  });

  test.each([
    ['a page of another origin', { origin: 'https://evil.test' }],
    ['a page of no origin', { origin: 'null' }],
    ['a page of its own', { origin: 'http://127.0.0.1' }],
    ['a name that leads here', { host: 'evil.test' }],
    ['a name that begins like ours', { host: '127.0.0.1.evil.test:80' }],
  ])('refuses %s, even with the password', async (_name, headers) => {
    expect((await send({ ...known(), ...headers })).status).toBe(403);
  });

  test('answers no preflight', async () => {
    const answer = await send(
      { origin: 'https://evil.test', 'access-control-request-method': 'POST', ...known() },
      'OPTIONS',
    );
    expect(answer.status).toBe(403);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

describe('signatures', () => {
  const clients = (credentials = gleaner.credentials) => ({
    region: 'us-east-1',
    credentials,
    maxAttempts: 1,
  });

  test('of the SDK are understood, of each service', async () => {
    const dynamodb = new DynamoDBClient({ ...clients(), endpoint: gleaner.endpoints.dynamodb });
    expect((await dynamodb.send(new ListTablesCommand({}))).TableNames).toEqual(['table']);
    const s3 = new S3Client({ ...clients(), endpoint: gleaner.endpoints.cloud, forcePathStyle: true });
    await s3.send(new PutObjectCommand({ Bucket: 'envelopes', Key: 'a b/ü~*(1).json', Body: '{}' }));
    const listed = await s3.send(new ListObjectsV2Command({ Bucket: 'envelopes', Prefix: 'a b/' }));
    expect(listed.Contents?.map(({ Key }) => Key)).toEqual(['a b/ü~*(1).json']);
    const secrets = new SSMClient({ ...clients(), endpoint: gleaner.endpoints.cloud });
    const asked = new GetParameterCommand({ Name: '/Gleaner/key-secret', WithDecryption: true });
    expect(await secrets.send(asked)).toHaveProperty('Parameter.Value');
  });

  test('with another secret are refused', async () => {
    const { accessKeyId } = gleaner.credentials;
    const own = { ...makeLocalCredentials(), accessKeyId };
    const dynamodb = new DynamoDBClient({ ...clients(own), endpoint: gleaner.endpoints.dynamodb });
    await expect(dynamodb.send(new ListTablesCommand({}))).rejects.toThrow(/not signed/);
    await expect(
      dynamodb.send(new GetItemCommand({ TableName: 'table', Key: { PK: { S: 'x' }, SK: { S: 'y' } } })),
    ).rejects.toThrow(/not signed/);
    const s3 = new S3Client({ ...clients(own), endpoint: gleaner.endpoints.cloud, forcePathStyle: true });
    await expect(s3.send(new ListObjectsV2Command({ Bucket: 'envelopes' }))).rejects.toThrow();
  });

  test('of a URL open that one object for reading, and nothing else', async () => {
    const sign = (key: string, credentials = gleaner.credentials): string =>
      presignedUrl(`${gleaner.endpoints.cloud}/envelopes/${key}`, credentials, {
        region: 'us-east-1',
        now: Date.now(),
        seconds: 60,
      });
    const own = sign('signed.json');
    const s3 = new S3Client({ ...clients(), endpoint: gleaner.endpoints.cloud, forcePathStyle: true });
    await s3.send(new PutObjectCommand({ Bucket: 'envelopes', Key: 'signed.json', Body: '{"a":1}' }));
    expect(await ask(own, { method: 'GET' })).toMatchObject({ status: 200, body: '{"a":1}' });
    expect((await ask(own.replace('signed.json', 'a%20b'), { method: 'GET' })).status).toBe(403);
    expect((await ask(own.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000'), { method: 'GET' })).status).toBe(
      403,
    );
    expect((await ask(`${own}&list-type=2`, { method: 'GET' })).status).toBe(403);
    expect((await ask(own, { method: 'DELETE' })).status).toBe(403);
    expect((await ask(sign('signed.json', makeLocalCredentials()), { method: 'GET' })).status).toBe(403);
    const ended = presignedUrl(`${gleaner.endpoints.cloud}/envelopes/signed.json`, gleaner.credentials, {
      region: 'us-east-1',
      now: Date.now() - 120_000,
      seconds: 60,
    });
    expect((await ask(ended, { method: 'GET' })).status).toBe(403);
  });
});

test.each([
  ['lists no objects', 'GET', '/envelopes?list-type=2', {}],
  ['deletes none for a form of a page', 'POST', '/envelopes?delete', { 'content-type': 'text/plain' }],
  ['writes none', 'PUT', '/envelopes/x', {}],
  ['copies none', 'PUT', '/envelopes/y', { 'x-amz-copy-source': '/envelopes/signed.json' }],
])('S3 %s', async (_name, method, path, headers) => {
  const sent = method === 'GET' ? {} : { body: '<Delete><Object><Key>signed.json</Key></Object></Delete>' };
  expect((await ask(gleaner.endpoints.cloud + path, { method, headers, ...sent })).status).toBe(403);
  const origin = { ...headers, origin: 'https://evil.test' };
  expect((await ask(gleaner.endpoints.cloud + path, { method, headers: origin, ...sent })).status).toBe(403);
});

test.each([{}, { authorization: 'AWS4-HMAC-SHA256 x' }, { authorization: guessed('lambda') }])(
  'no function is invoked by a stranger %#',
  async (headers) => {
    const url = `${gleaner.url}/2015-03-31/functions/manage-keys/invocations`;
    const answer = await ask(url, { headers, body: '{"action":"create","name":"mine","scopes":["admin"]}' });
    expect(answer.status).toBe(403);
    expect(answer.body).not.toContain('fc-');
  },
);

test.skipIf(process.platform !== 'linux')('the emulator itself listens where nobody comes', () => {
  const running = execFileSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('dynoxide') && line.includes(dataDir) && line.includes('--port'))
    .map((line) => line.trim().split(/\s+/, 1)[0] ?? '');
  expect(running).toHaveLength(1);
  // Ports say nothing: two networks may have the same one.
  const network = (process: string): string => readlinkSync(`/proc/${process}/ns/net`);
  expect(network(running[0] ?? '')).not.toBe(network('self'));
});

test('what is kept in the data directory is the user’s alone, and no key stands in a command line', () => {
  const open: string[] = [];
  const walk = (path: string): void => {
    const found = lstatSync(path);
    if ((found.mode & 0o077) !== 0 && !found.isSymbolicLink()) open.push(path);
    if (found.isDirectory()) for (const name of readdirSync(path)) walk(join(path, name));
  };
  // Copies of programs keep the modes that they were published with; the directory above them is closed.
  for (const name of readdirSync(dataDir))
    if (!['bundles', 'functions', 'compile-cache'].includes(name)) walk(join(dataDir, name));
  expect(lstatSync(dataDir).mode & 0o777).toBe(0o700);
  expect(open).toEqual([]);
  const commands = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
  const { secretAccessKey, password } = gleaner.credentials;
  for (const secret of [gleaner.key, secretAccessKey, password]) expect(commands).not.toContain(secret);
});

describe('with loopback opened to crawls', () => {
  const scrape = async (url: string, more: object = {}) => {
    const asked = { url, timeout: 120_000, ...more };
    const ask = async () => (await callRoute(gleaner, 'POST', '/v2/scrape', asked)).body;
    return JSON.stringify(await untilScraped(ask));
  };
  /** Requests that DynamoDB and the other services have refused, by their logs. */
  const strangers = (): number[] =>
    ['dynamodb.log', 'cloud.log'].map(
      (name) => readFileSync(join(dataDir, 'logs', name), 'utf8').match(/^\{"refused":/gm)?.length ?? 0,
    );
  const ports = () =>
    [gleaner.url, gleaner.endpoints.dynamodb, gleaner.endpoints.cloud].map((url) => new URL(url).port);

  test.each(['127.0.0.1', '127.9.9.9', '0.0.0.0', '[::ffff:127.0.0.1]', '2130706433', 'localhost'])(
    'no page is fetched from a port of Gleaner’s own under %s',
    async (host) => {
      for (const port of ports())
        expect(await scrape(`http://${host}:${port}/`)).toMatch(
          /ADDRESS_NOT_ALLOWED|DNS_NOT_FOUND|CONNECTION_REFUSED|INVALID_URL/,
        );
    },
  );

  test('no script and no frame of a page gets there', async () => {
    const targets = ports().flatMap((port) => [`http://127.0.0.1:${port}/`, `http://localhost:${port}/`]);
    body = `<!doctype html><p>${'Words of a page. '.repeat(20)}</p><pre id="out"></pre><script>
      for (const url of ${JSON.stringify(targets)}) {
        const frame = document.createElement('iframe'); frame.src = url; document.body.append(frame);
        // Gleaner's API lets scripts of any origin read its answers; what refuses for it does not.
        fetch(url).then(() => { out.textContent += ' REACHED ' + url; }, () => 0);
      }
      // Of a port that is nobody's, a script can read an answer.
      fetch('${site.origin}/readable').then(() => { out.textContent += ' CONTROL'; }, () => 0);</script>`;
    const before = strangers();
    const read = await scrape(`${site.origin}/page`, { waitFor: 2_000, formats: ['markdown'] });
    expect(read).toContain('Words of a page');
    expect(read).toContain('CONTROL');
    expect(read).not.toMatch(/REACHED|ListBucket|AccessDenied/);
    expect(strangers()).toEqual(before);
    // Each service would have told of a page that came.
    for (const url of [gleaner.endpoints.dynamodb, gleaner.endpoints.cloud])
      await ask(url, { method: 'GET', headers: { origin: site.origin } });
    expect(strangers()).toEqual(before.map((count) => count + 1));
  });
});
