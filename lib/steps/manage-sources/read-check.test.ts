import { expect, test } from 'vitest';
import { startMemoryStores } from '../../../test/harness/memory/memory-pipeline.ts';
import { sourceRunSchema } from '../../source/source-run.ts';
import { readCheckPages } from './read-check.ts';

const run = (more: object) =>
  sourceRunSchema.parse({
    job: 'job-1',
    startedAt: 1,
    endedAt: 2,
    outcome: 'completed',
    trigger: 'scheduled',
    isComplete: true,
    visited: 1,
    changes: {},
    standings: {},
    held: 0,
    ...more,
  });

test('a check whose changes are gone is told as such, and not as one in which nothing changed', async () => {
  const { sources, envelopes } = startMemoryStores();
  const name = { team: 'fen', source: 'guide' };
  const slice = { status: undefined, skip: 0, limit: 10 };
  const read = async (more: object) => await readCheckPages({ sources, envelopes }, name, run(more), slice);
  expect(await read({ changesKey: 'changes/fen/guide/job-1-first.jsonl.gz' })).toBeNull();
  expect(await read({})).toEqual({ pages: [], nextSkip: null });
});
