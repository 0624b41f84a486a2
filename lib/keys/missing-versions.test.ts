import { expect, test } from 'vitest';
import { missingVersions } from './missing-versions.ts';

const both = { previous: 'before', current: 'present' };

test.each([
  ['no parameter gets both versions, the present one last', [], both, ['before', 'present']],
  [
    'no parameter gets the one version that there is',
    [],
    { previous: null, current: 'present' },
    ['present'],
  ],
  ['no parameter gets nothing of a secret that is gone', [], { previous: null, current: null }, []],
  ['the previous version alone gets the present one', ['before'], both, ['present']],
  ['a copy that is whole gets nothing', ['present', 'before'], both, []],
  ['the present version alone gets nothing', ['present'], { previous: null, current: 'present' }, []],
  ['a parameter that was renewed since gets nothing', ['renewed', 'present'], both, []],
  ['a parameter that went back to the version before gets nothing', ['before', 'present'], both, []],
  ['a version that did not change is put once', ['same'], { previous: 'same', current: 'same' }, []],
] as const)('%s', (_title, known, stages, missing) => {
  expect(missingVersions(known, stages)).toEqual(missing);
});
