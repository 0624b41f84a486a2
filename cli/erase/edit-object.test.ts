import { expect, test } from 'vitest';
import { mustRead } from './edit-object.ts';
import { urlTest, type ErasureSelection } from './wanted.ts';

const reads = (wanted: ErasureSelection, folder: string): boolean =>
  mustRead(`staged/${folder}/2026-11-20/a__b-12345678__12345678.json`, {
    wanted,
    isWanted: urlTest(wanted),
    jobs: new Map(),
    touched: new Set(),
    links: new Set(),
  });

test('of a domain every envelope is read that its folder says may be of it, whatever the port', () => {
  const domain = (value: string): ErasureSelection => ({ kind: 'domain', value });
  for (const folder of ['a.example', 'a.example_8080', 'www.a.example_8080'])
    expect(reads(domain('a.example'), folder), folder).toBe(true);
  expect(reads(domain('a.example:8080'), 'a.example_8080')).toBe(true);
  for (const folder of ['a.example', 'a.example_80', 'ba.example_8080'])
    expect(reads(domain('a.example:8080'), folder), folder).toBe(false);
});
