import { expect, test } from 'vitest';
import { matchesEventPattern, unknownIn } from './event-pattern.ts';

const event = {
  source: 'gleaner',
  'detail-type': 'Job Ended',
  resources: ['one', 'two'],
  detail: { status: 'failed', counts: { failed: 3 }, source: null },
};

test.each([
  [{ source: ['gleaner'] }, true],
  [{ source: ['aws.s3', 'gleaner'], 'detail-type': ['Job Ended'] }, true],
  [{ source: ['aws.s3'] }, false],
  [{ detail: { status: ['failed', 'cancelled'] } }, true],
  [{ detail: { status: ['completed'] } }, false],
  [{ detail: { counts: { failed: [3] } } }, true],
  [{ detail: { counts: { failed: ['3'] } } }, false],
  [{ resources: ['two'] }, true],
  [{ detail: { source: [null] } }, true],
  [{ detail: { code: ['JOB_DEADLINE'] } }, false],
  [{ detail: { status: { deep: ['failed'] } } }, false],
])('the pattern %j says %s of a job that failed', (pattern, matches) => {
  expect(matchesEventPattern(pattern, event)).toBe(matches);
});

test('what is more than a list of values is named', () => {
  expect(unknownIn({ source: ['gleaner'], detail: { status: ['failed'] } })).toEqual([]);
  expect(unknownIn({ source: [{ prefix: 'gl' }], detail: { $or: [] } })).toEqual(['source', 'detail.$or']);
});
