import { expect, test } from 'vitest';
import type { ManifestSource } from '../../source/resolve-sources.ts';
import { noState } from '../../source/source-state.ts';
import { tellEffects } from './tell-effects.ts';

const policy = { spacingMs: 1_000, concurrency: 1 } as unknown as Parameters<typeof tellEffects>[2];

test('a page that a batch names twice, or in two spellings, is planned as the run fetches it: once', () => {
  const urls = ['https://a.test/x', 'https://A.test:443/x', 'https://a.test/x#part', 'https://a.test/y'];
  const source = { id: 's', method: 'batch', status: 'active', urls } as unknown as ManifestSource;
  expect(tellEffects(source, noState, policy, 0).pages).toBe(2);
});
