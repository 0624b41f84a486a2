import { expect, test } from 'vitest';
import { changeSchedule, scheduleExamples, readSchedule } from '../../monitor/sources/change-schedule.ts';
import { cadences } from '../../lib/source/cadence.ts';
import { parseManifest } from '../../lib/source/manifest.ts';
import { resolveSources } from '../../lib/source/resolve-sources.ts';

const window = { from: '01:00', to: '05:00' };
const written = {
  frequency: { frequency: 'weekly', window },
  every: { every: '3d', window },
  cron: { cron: '0 9 * * *' },
  auto: { auto: { min: '2d', max: '20d' }, window },
  none: {},
};

const url = 'https://example.com/';
const manifestOf = (cadence: object) => ({
  version: '1.0.9',
  name: 'tides',
  sources: [
    { id: 'ebb', url, ...cadence },
    { id: 'flood', url, every: '1d' },
  ],
});

const parsed = (manifest: unknown) => {
  const read = parseManifest(manifest);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.manifest;
};
const ebb = (manifest: unknown) => {
  const [source] = resolveSources(parsed(manifest));
  if (source === undefined) throw new Error('no source');
  return source;
};

test.each(
  Object.entries(written).flatMap(([before, cadence]) =>
    cadences.map((after) => [before, after, cadence] as const),
  ),
)(
  'of a schedule by %s one by %s is made, which the manifest may have, and other sources stay',
  (_, after, cadence) => {
    const changed = changeSchedule(manifestOf(cadence), 'ebb', {
      cadence: after,
      value: scheduleExamples[after],
    });
    expect(readSchedule(ebb(changed))).toEqual({ cadence: after, value: scheduleExamples[after] });
    const { version, sources } = parsed(changed);
    expect([version, sources[1]]).toEqual(['1.0.10', { id: 'flood', url, every: '1d' }]);
    expect(sources[0]?.window).toEqual(after === 'cron' || !('window' in cadence) ? undefined : window);
  },
);

test.each([
  ['frequency', 'frequency', 'weekly'],
  ['every', 'every', '3d'],
  ['cron', 'cron', '0 9 * * *'],
  ['auto', 'auto', '2d to 20d'],
  ['none', 'frequency', 'daily'],
] as const)(
  'the form of a schedule by %s begins with %s %s, which says what it said',
  (before, cadence, value) => {
    const source = ebb(manifestOf(written[before]));
    expect(readSchedule(source)).toEqual({ cadence, value });
    if (before === 'none') return;
    expect(ebb(changeSchedule(manifestOf(written[before]), 'ebb', readSchedule(source)))).toEqual(source);
  },
);

test('a text that is no distances for auto is told with its place when it is planned', () => {
  const changed = changeSchedule(manifestOf({}), 'ebb', { cadence: 'auto', value: 'often' });
  const read = parseManifest(changed);
  expect(read.ok ? [] : read.problems.map(({ path }) => path.join('.'))).toEqual(
    expect.arrayContaining(['sources.0.auto.min', 'sources.0.auto.max']),
  );
});
