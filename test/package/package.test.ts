import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linkTarball, olderNode, packTarball } from './install-package.ts';
import { tryInstalled } from './use-package.ts';

test('the package runs without the repository, on Node 20 too: commands, and the whole stack', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-package-'));
  try {
    await linkTarball(await packTarball(folder), folder);
    expect(await tryInstalled(folder, await olderNode())).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
