import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linkTarball, olderNode, packTarball } from './install-package.ts';
import { tryInstalled } from './use-package.ts';

test('the package runs without the repository, on Node 20 too: commands, and the whole stack', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-package-'));
  try {
    await linkTarball(await packTarball(folder), folder);
    // What it is made of goes with it: what runs, and nothing that only tests need.
    const bill = join(folder, 'node_modules/gleaner/built/sbom.cdx.json');
    const { components } = JSON.parse(readFileSync(bill, 'utf8')) as { components: { name: string }[] };
    const names = components.map(({ name }) => name);
    expect(names).toContain('undici');
    expect(names).not.toContain('vitest');
    expect(await tryInstalled(folder, await olderNode())).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
