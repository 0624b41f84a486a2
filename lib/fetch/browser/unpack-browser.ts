import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, normalize, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { brotliDecompress, createBrotliDecompress } from 'node:zlib';
import type { BrowserSandbox } from './browser-sandbox.ts';

/** Chromium, ready to be started. */
export interface UnpackedBrowser {
  readonly executable: string;
  /** Variables by which its process finds its libraries and fonts. */
  readonly environment: Readonly<Record<string, string>>;
  /** Its own sandbox, if it has one. */
  readonly sandbox?: BrowserSandbox;
}

const prefix = 'gleaner-chromium-';

/** A folder that is being unpacked for longer than this was left by a dead process. */
const unpackingMsMax = 5 * 60_000;

/** Raise it when the folder's content changes, since the package's version does not. */
const layout = 2;

/** Hash of the program in version `programVersion` of the package: another file in its place is not started. */
export const programVersion = '153.0.0';
export const programHash = '53a15d6c3a3d27dfb54c4ba60278b1683136f70cf1e67e989da7dfbd3d451ef0';

const blockBytes = 512;

/**
 * Unpacks a tar archive (POSIX ustar). Reads files, folders and symbolic links, since the package's archives have no
 * other entries.
 *
 * @throws {Error} for an entry that would lie outside of the folder.
 */
const untar = async (archive: Buffer, folder: string): Promise<void> => {
  const text = (from: number, length: number): string =>
    archive.toString('latin1', from, from + length).split('\0', 1)[0] ?? '';
  for (let at = 0; at + blockBytes <= archive.length && archive[at] !== 0;) {
    const start = text(at + 345, 155);
    const name = start === '' ? text(at, 100) : `${start}/${text(at, 100)}`;
    const size = Number.parseInt(text(at + 124, 12), 8) || 0;
    const kind = text(at + 156, 1);
    const path = normalize(join(folder, name));
    if (path !== folder && !path.startsWith(folder + sep)) {
      throw new Error(`Cannot unpack ${name}: it would lie outside of its folder`);
    }
    const from = at + blockBytes;
    if (kind === '5') await mkdir(path, { recursive: true });
    else {
      await mkdir(dirname(path), { recursive: true });
      if (kind === '2') await symlink(text(at + 157, 100), path);
      else if (kind === '0' || kind === '')
        await writeFile(path, archive.subarray(from, from + size), { mode: 0o755 });
    }
    at = from + Math.ceil(size / blockBytes) * blockBytes;
  }
};

const removeAbandoned = async (temporary: string): Promise<void> => {
  const names = (await readdir(temporary)).filter((name) => name.startsWith(`${prefix}part-`));
  for (const name of names) {
    const path = join(temporary, name);
    const made = await stat(path).catch(() => null);
    if (made !== null && Date.now() - made.mtimeMs > unpackingMsMax)
      await rm(path, { recursive: true, force: true });
  }
};

/**
 * Tells Chromium where the fonts are. The package's own file names folders of Lambda's file system, and a Chromium
 * without any font ends at the first element that needs one, such as an `<input>`. The cache lies in the browser's own
 * home.
 */
const fontsConf = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** Says whether only this user and root can have written the folder's files, links included. */
const isOurs = async (folder: string): Promise<boolean> => {
  const own = process.getuid?.();
  for (const name of ['', 'chromium', 'al2023', join('al2023', 'lib'), 'fonts', 'fonts.conf']) {
    const found = await lstat(join(folder, name)).catch(() => null);
    if (found === null || found.isSymbolicLink()) return false;
    const isOfUser = own === undefined || found.uid === own || found.uid === 0;
    if (!isOfUser || (found.mode & 0o022) !== 0) return false;
  }
  return true;
};

/** States of programs whose hash was right. Only this user and root can change one, and a change has another state. */
const genuine = new Set<string>();

/** Returns the SHA-256 of a file; with one buffer, because those of a stream cost more than the hash. */
const hashFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(2 ** 20);
  const file = await open(path);
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
};

/** Says whether the program is the package's. */
const isGenuine = async (folder: string, version: string): Promise<boolean> => {
  if (version !== programVersion) return true;
  const path = join(folder, 'chromium');
  const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
  const state = [path, dev, ino, size, mtimeNs, ctimeNs].join(' ');
  if (genuine.has(state)) return true;
  if ((await hashFile(path)) !== programHash) return false;
  genuine.add(state);
  return true;
};

/** Creates a new folder for this process alone, which is removed when the process ends. */
const ownFolder = async (temporary: string): Promise<string> => {
  const folder = await mkdtemp(join(temporary, `${prefix}own-`));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'browser');
};

const unpackInto = async (bin: string, folder: string): Promise<void> => {
  const archives = ['al2023', 'fonts'].map(async (name) => {
    const packed = await readFile(join(bin, `${name}.tar.br`));
    await untar(await promisify(brotliDecompress)(packed), join(folder, name));
  });
  await Promise.all([
    ...archives,
    pipeline(
      createReadStream(join(bin, 'chromium.br')),
      createBrotliDecompress({ chunkSize: 2 ** 21 }),
      createWriteStream(join(folder, 'chromium'), { mode: 0o755 }),
    ),
  ]);
};

/** Unpacks into a folder that is renamed once it is complete, unless another process was first. */
const unpackTo = async (bin: string, temporary: string, folder: string): Promise<void> => {
  await removeAbandoned(temporary);
  const part = await mkdtemp(join(temporary, `${prefix}part-`));
  try {
    await unpackInto(bin, part);
    // Whatever the process's umask, no other user may write here.
    await chmod(part, 0o755);
    await writeFile(join(part, 'fonts.conf'), fontsConf(join(folder, 'fonts', 'fonts')));
    await rename(part, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(part, { recursive: true, force: true });
  }
};

/**
 * Unpacks the Chromium of `@sparticuz/chromium` into the folder for temporary files, once for each version: about a
 * second and 210 MB. The package's own function does the same, but takes any file in that place for Chromium: one that
 * a killed process left unfinished, an older version, or the program of another user. Here a folder gets its name when
 * it is complete, so that several processes may unpack at the same time.
 */
export const unpackBrowser = async (temporary: string): Promise<UnpackedBrowser> => {
  const bin = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', 'bin');
  const { version } = JSON.parse(await readFile(join(bin, '..', 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  const named = join(temporary, `${prefix}${version}-${layout}`);
  const isSound = async (): Promise<boolean> => (await isOurs(named)) && (await isGenuine(named, version));
  const isThere = existsSync(named);
  // In a folder that anyone may write, another user may have been first: then it is unpacked again where no other user
  // writes.
  const isPlanted = isThere && !(await isSound());
  let folder = isPlanted ? await ownFolder(temporary) : named;
  if (!isThere || isPlanted) {
    await unpackTo(bin, temporary, folder);
    // Another process was first: one of ours, or another user's that waited for this moment.
    if (!isPlanted && !(await isSound())) {
      folder = await ownFolder(temporary);
      await unpackTo(bin, temporary, folder);
    }
  }
  return {
    executable: join(folder, 'chromium'),
    environment: {
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  };
};
