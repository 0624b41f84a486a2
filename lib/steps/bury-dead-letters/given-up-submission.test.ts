import { expect, test } from 'vitest';
import { readGivenUp } from './given-up-submission.ts';

/** What Lambda hands to the queue of an event that failed three times. */
const givenUp = (requestPayload: unknown, responsePayload: unknown = { errorType: 'Error' }) => ({
  version: '1.0',
  timestamp: '2026-11-30T04:03:10.123Z',
  requestContext: {
    requestId: 'c6ba1c6f-0d2b-4f4b-9d5a-6d1f0a5d0001',
    functionArn: 'arn:aws:lambda:eu-central-1:123456789012:function:Gleaner-SubmitJob:$LATEST',
    condition: 'RetriesExhausted',
    approximateInvokeCount: 3,
  },
  requestPayload,
  responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
  responsePayload,
});

test('a submission that was given up is told by its schedule and its error, without what it carries', () => {
  const request = { url: 'https://example.com/', headers: { authorization: 'Bearer hunter2' } };
  const token = 'schedule example-weekly 2026-11-30T04:00:00Z';
  const event = { kind: 'crawl', source: 'example-weekly', request, token };
  const told = readGivenUp(givenUp(event, { errorMessage: 'BAD_REQUEST: limit: expected at least 1 page' }));
  expect(told).toEqual({
    requestId: 'c6ba1c6f-0d2b-4f4b-9d5a-6d1f0a5d0001',
    tries: 3,
    kind: 'crawl',
    source: 'example-weekly',
    team: undefined,
    token,
    error: 'BAD_REQUEST: limit: expected at least 1 page',
  });
  expect(JSON.stringify(told)).not.toContain('hunter2');
});

test('a run of a source is told by its source and team, and an event of any other form by its id alone', () => {
  expect(readGivenUp(givenUp({ run: 'cfpb-reg-x', team: 'harbour', token: 't' }))).toMatchObject({
    source: 'cfpb-reg-x',
    team: 'harbour',
  });
  for (const payload of ['hunter2', null, 7, { kind: { deep: 'hunter2' } }, [1]]) {
    const told = readGivenUp(givenUp(payload, 'hunter2'));
    expect(told).toMatchObject({ tries: 3 });
    expect(JSON.stringify(told)).not.toContain('hunter2');
  }
});

test('names and errors are cut, and other messages are no submissions', () => {
  const told = readGivenUp(givenUp({ token: 'x'.repeat(100_000) }, { errorMessage: 'y'.repeat(100_000) }));
  expect([told?.token?.length, told?.error?.length]).toEqual([256, 500]);
  for (const body of [null, 'text', {}, { v: 1, job: 'j', pages: [] }, { requestContext: {} }])
    expect(readGivenUp(body)).toBeNull();
});
