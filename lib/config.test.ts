import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test(
  'only the variables that are named are read, so a function fails at its start when its wiring is ' +
    'incomplete',
  () => {
    expect(readConfig(['TABLE_NAME'], { TABLE_NAME: 'gleaner' })).toEqual({ TABLE_NAME: 'gleaner' });
    expect(() => readConfig(['TABLE_NAME', 'RESULT_BUCKET'], { TABLE_NAME: 'gleaner' })).toThrow(
      /RESULT_BUCKET: /,
    );
  },
);

test('settings are read as what they mean', () => {
  const config = readConfig(['GLEANER_ALLOW', 'GLEANER_HOSTS', 'GLEANER_DELAY_SECONDS'], {
    GLEANER_ALLOW: '10.0.0.0/8, 127.0.0.1/32:8080',
    GLEANER_HOSTS: '{"example.com":{"delay":2}}',
    GLEANER_DELAY_SECONDS: '0',
  });
  expect(config).toEqual({
    GLEANER_ALLOW: ['10.0.0.0/8', '127.0.0.1/32:8080'],
    GLEANER_HOSTS: { groups: {}, hosts: { 'example.com': { delay: 2 } }, mediawiki: {} },
    GLEANER_DELAY_SECONDS: 0,
  });
});

test('a malformed value is named without being shown', () => {
  const read = (): unknown => readConfig(['GLEANER_HOSTS'], { GLEANER_HOSTS: '{"secret":' });
  expect(read).toThrow(/GLEANER_HOSTS: expected a JSON object/);
  expect(read).not.toThrow(/secret/);
});

test.each(['', ' '])('a number that is blank (%j) is refused, not taken for 0', (blank) => {
  const names = ['GLEANER_DELAY_SECONDS', 'GLEANER_MONTHLY_BUDGET'] as const;
  expect(() => readConfig(['GLEANER_DELAY_SECONDS'], { GLEANER_DELAY_SECONDS: blank })).toThrow(
    /GLEANER_DELAY_SECONDS: .*expected number/,
  );
  expect(readConfig(names, { GLEANER_DELAY_SECONDS: ' 1.5', GLEANER_MONTHLY_BUDGET: '20' })).toEqual({
    GLEANER_DELAY_SECONDS: 1.5,
    GLEANER_MONTHLY_BUDGET: 20,
  });
});
