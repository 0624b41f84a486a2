import { expect, test } from 'vitest';
import { corpusSettingSchema } from './corpus-setting.ts';

test.each([
  ['main', { name: 'main', takes: 'scheduled', store: 'file' }],
  ['main,all', { name: 'main', takes: 'all', store: 'file' }],
  ['main,postgres', { name: 'main', takes: 'scheduled', store: 'postgres' }],
  ['docs-2,all,postgres', { name: 'docs-2', takes: 'all', store: 'postgres' }],
])('%s says what is taken, and where it is kept', (text, setting) => {
  expect(corpusSettingSchema.parse(text)).toEqual(setting);
});

test.each(['', ',all', 'Main', 'main,other', 'main,postgres,all', 'main,all,all', "it's"])(
  '%j is refused',
  (text) => {
    expect(corpusSettingSchema.safeParse(text).success).toBe(false);
  },
);
