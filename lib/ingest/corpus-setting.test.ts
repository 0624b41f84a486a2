import { expect, test } from 'vitest';
import { corpusSettingSchema } from './corpus-setting.ts';

test.each([
  ['main', { name: 'main', takes: 'scheduled', store: 'file' }],
  ['main,all', { name: 'main', takes: 'all', store: 'file' }],
  ['main,postgres', { name: 'main', takes: 'scheduled', store: 'postgres' }],
  ['main,s3-vectors', { name: 'main', takes: 'scheduled', store: 's3-vectors' }],
  ['main,all,qdrant', { name: 'main', takes: 'all', store: 'qdrant' }],
  ['docs-2,all,postgres', { name: 'docs-2', takes: 'all', store: 'postgres' }],
])('%s says what is taken, and where it is kept', (text, setting) => {
  expect(corpusSettingSchema.parse(text)).toEqual(setting);
});

test.each([
  '',
  ',all',
  'Main',
  'main,other',
  'main,postgres,all',
  'main,all,all',
  'main,qdrant,postgres',
  "it's",
])('%j is refused', (text) => {
  expect(corpusSettingSchema.safeParse(text).success).toBe(false);
});
