import { expect, test } from 'vitest';
import { parseIngestMessage } from './ingest-message.ts';

const record = (eventName: string, key: string) => ({
  eventName,
  s3: { bucket: { name: 'envelopes' }, object: { key } },
});

test('keys come as forms write them; lines of an index and expiries ask for nothing', () => {
  const body = {
    Records: [
      record('ObjectCreated:Put', 'staged/e.org/a+b%2Bc%27d.json'),
      record('ObjectCreated:Put', 'staged/_index/2026-11-22/job-000.jsonl'),
      record('LifecycleExpiration:Delete', 'staged/e.org/old.json'),
      record('ObjectRemoved:Delete', 'staged/e.org/gone.json'),
    ],
  };
  expect(parseIngestMessage(body)).toEqual({
    kind: 'envelopes',
    keys: ["staged/e.org/a b+c'd.json"],
  });
});

test('what S3 sends when notifications are set up asks for nothing', () => {
  expect(parseIngestMessage({ Service: 'Amazon S3', Event: 's3:TestEvent' })).toMatchObject({ keys: [] });
});

test('what is no message of the ingestion is said to be none', () => {
  for (const body of ['text', null, {}, { Records: [{ key: 'a' }] }, { reindex: 'keys', keys: [] }])
    expect(parseIngestMessage(body)).toEqual({ kind: 'unreadable' });
});
