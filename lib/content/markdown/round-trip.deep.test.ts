import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { slicesOfRun } from '../../../test/slices/slices.ts';
import { pages, paragraphs, findProblems, roundTrip } from './round-trip.fixture.ts';

/** Many thousand random pages: whoever changes the writer runs these. */
const holds = (html: string): void => {
  const trip = roundTrip(html);
  expect(findProblems(trip), trip.markdown).toEqual([]);
};

test.each(slicesOfRun())(
  'of 4,000 paragraphs every one that is parsed again is what it was, seed %i',
  (seed) => {
    fc.assert(fc.property(paragraphs, holds), { numRuns: 4_000, seed });
  },
);

test.each(slicesOfRun())('of 1,000 pages every one that is parsed again is what it was, seed %i', (seed) => {
  fc.assert(fc.property(pages, holds), { numRuns: 1_000, seed });
});
