import {
  CreateBucketCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renewObject } from '../../lib/store/renew-object.ts';
import { startCloud, type Cloud } from '../../local/cloud/start-cloud.ts';
import { s3Client } from '../conformance/cloud-under-test.ts';

const hour = 3_600_000;
const key = "staged/e.org/it's a +.json";

let cloud: Cloud;
let folder: string;
let client: ReturnType<typeof s3Client>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gleaner-confirm-test-'));
  cloud = await startCloud({ dataDir: folder });
  client = s3Client(cloud.url);
  await client.send(new CreateBucketCommand({ Bucket: 'envelopes' }));
});
afterAll(async () => {
  client.destroy();
  await cloud.close();
  rmSync(folder, { recursive: true, force: true });
});

test('an object that is old is written again, byte for byte; one that is young or gone is left alone', async () => {
  const objects = { client, bucket: 'envelopes' };
  const at = { Bucket: 'envelopes', Key: key };
  const body = JSON.stringify({ text: 'wéir' });
  await client.send(new PutObjectCommand({ ...at, Body: body, ContentType: 'application/json' }));
  const { LastModified, ETag } = await client.send(new HeadObjectCommand(at));
  const written = LastModified?.getTime() ?? 0;
  expect(await renewObject(objects, key, written + hour, hour)).toBe(false);
  expect(await renewObject(objects, 'staged/none.json', written + 2 * hour, hour)).toBe(false);
  const puts: string[] = [];
  client.middlewareStack.add(
    (next, context) => (call) => {
      if (context.commandName === 'PutObjectCommand')
        puts.push((call.input as { IfMatch?: string }).IfMatch ?? '');
      return next(call);
    },
    { step: 'initialize', name: 'puts' },
  );
  expect(await renewObject(objects, key, written + hour + 1, hour)).toBe(true);
  // On condition that nobody wrote it meanwhile.
  expect(puts).toEqual([ETag]);
  const after = await client.send(new GetObjectCommand(at));
  expect(await after.Body?.transformToString()).toBe(body);
  expect(after.ContentType).toBe('application/json');
});
