import fc from 'fast-check';
import { expect, test } from 'vitest';
import { failedMessages } from './batch-result.ts';

const ids = ['a', 'b', 'c'];

test.each(['null', '{}', '""', '{"batchItemFailures":[]}', '{"batchItemFailures":null}'])(
  '%s means that every message is done',
  (payload) => {
    expect(failedMessages(payload, ids)).toEqual(new Set());
  },
);

test('the messages that are named stay, the others are done', () => {
  fc.assert(
    fc.property(fc.subarray(ids), (failed) => {
      const payload = JSON.stringify({
        batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })),
      });
      expect(failedMessages(payload, ids)).toEqual(new Set(failed));
    }),
  );
});

test.each([
  '{"batchItemFailures":[{"itemIdentifier":"z"}]}',
  '{"batchItemFailures":[{"itemIdentifier":""}]}',
  '{"batchItemFailures":[{"itemIdentifier":null}]}',
  '{"batchItemFailures":[{}]}',
  '{"batchItemFailures":["a"]}',
  '{"batchItemFailures":"a"}',
  '"text"',
  '[]',
])('%s fails the whole batch', (payload) => {
  expect(failedMessages(payload, ids)).toEqual(new Set(ids));
});
