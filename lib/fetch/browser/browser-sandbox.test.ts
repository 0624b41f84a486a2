import { expect, test } from 'vitest';
import { probeBrowserSandbox } from './browser-sandbox.ts';

const probe = async (platform: string, isRoot: boolean, allows: boolean, wantsProfile = false) => {
  const tried: string[] = [];
  const found = await probeBrowserSandbox({ platform, isRoot, wantsProfile }, async (command) => {
    tried.push(command.join(' '));
    return await Promise.resolve(allows);
  });
  return { found, tried };
};

test('where namespaces may be made, a user starts Chromium as it is', async () => {
  const { found, tried } = await probe('linux', false, true);
  expect(found).toEqual({ through: [] });
  expect(tried).toEqual(['unshare --user --map-root-user --pid --net --fork true']);
});

test('for root it is tried, and started, as another user', async () => {
  const { found, tried } = await probe('linux', true, true);
  expect(found?.through.slice(0, 2)).toEqual(['unshare', '--user']);
  expect(found?.through).toContain('--map-user=1000');
  expect(tried).toEqual([
    `${found?.through.join(' ')} unshare --user --map-root-user --pid --net --fork true`,
  ]);
});

test.each([true, false])('where they may not, there is no sandbox (root: %s)', async (isRoot) => {
  expect((await probe('linux', isRoot, false)).found).toBeNull();
});

test('where there are none, nothing is tried', async () => {
  expect(await probe('darwin', false, true)).toEqual({ found: null, tried: [] });
});

test('where programs need a profile for it, what another program may says nothing of Chromium', async () => {
  expect(await probe('linux', false, true, true)).toEqual({ found: null, tried: [] });
});
