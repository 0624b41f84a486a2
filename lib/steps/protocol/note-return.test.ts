import { expect, test } from 'vitest';
import { limits } from '../../limits/limits.ts';
import { noteReturn } from './note-return.ts';

/** A note that fails so many times before it is taken. */
const failing = (times: number) => {
  const asked = { times: 0 };
  const note = async (): Promise<void> => {
    asked.times += 1;
    if (asked.times <= times) throw new Error('outage');
  };
  return { asked, note };
};

test('a return is noted once, and again only after an outage', async () => {
  const [quiet, outage] = [failing(0), failing(2)];
  await noteReturn(quiet.note);
  await noteReturn(outage.note);
  expect([quiet.asked.times, outage.asked.times]).toEqual([1, 3]);
});

test('a return that cannot be noted is given up after some tries, and is no error of the page', async () => {
  const { asked, note } = failing(1_000);
  await noteReturn(note);
  expect(asked.times).toBe(limits.releaseTriesMax);
});
