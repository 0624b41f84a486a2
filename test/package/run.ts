import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installTarball, olderNode, packTarball } from './install-package.ts';
import { tryInstalled } from './use-package.ts';

/** `npm run try-package`: packs, installs the tarball from the registry into an empty folder, and uses it. */
const folder = mkdtempSync(join(tmpdir(), 'gleaner-package-'));
const beganAt = performance.now();
const seconds = (): string => `${((performance.now() - beganAt) / 1_000).toFixed(0)} s`;
try {
  const tarball = await packTarball(folder);
  console.log(`Packed ${(statSync(tarball).size / 1_000).toFixed(0)} KB (${seconds()})`);
  await installTarball(tarball, folder);
  console.log(`Installed (${seconds()})`);
  const wrong = await tryInstalled(folder, await olderNode());
  for (const line of wrong) console.error(line);
  console.log(wrong.length === 0 ? `It works (${seconds()})` : `It does not work (${seconds()})`);
  if (wrong.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
