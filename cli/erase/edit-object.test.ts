import { expect, test } from 'vitest';
import { mustRead } from './edit-object.ts';
import { pageObjects } from './judge-item.ts';
import { nothingKnown } from './survey.ts';
import type { ErasureSelection } from './wanted.ts';

const reads = (wanted: ErasureSelection, folder: string, prefix = 'staged'): boolean =>
  mustRead(`${prefix}/${folder}/2026-11-20/a__b-12345678__12345678.json`, nothingKnown(wanted));

test('of a domain every envelope is read that its folder says may be of it, whatever the port', () => {
  const domain = (value: string): ErasureSelection => ({ kind: 'domain', value });
  for (const folder of ['a.example', 'a.example_8080', 'www.a.example_8080'])
    expect(reads(domain('a.example'), folder), folder).toBe(true);
  expect(reads(domain('a.example:8080'), 'a.example_8080')).toBe(true);
  for (const folder of ['a.example', 'a.example_80', 'ba.example_8080'])
    expect(reads(domain('a.example:8080'), folder), folder).toBe(false);
});

test('envelopes that are kept for years are found like all others', () => {
  const wanted: ErasureSelection = { kind: 'domain', value: 'a.example' };
  for (const prefix of ['kept/90d', 'kept/7y', 'kept/ever'])
    expect([reads(wanted, 'a.example', prefix), reads(wanted, 'b.example', prefix)]).toEqual([true, false]);
  const hash = '12345678';
  const kept = `kept/7y/a.example/2026-11-20/a__b-${hash}__${hash}.json`;
  const staged = `a.example/2026-11-20/a__b-${hash}__${hash}.json`;
  expect(pageObjects({ envelope: kept, staged_path: kept })).toEqual([kept, kept]);
  expect(pageObjects({ staged_path: staged })).toEqual([`staged/${staged}`]);
});
