import { createRequire } from 'node:module';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { programVersion, unpackBrowser } from '../../lib/fetch/browser/unpack-browser.ts';

const packageFile = createRequire(import.meta.url).resolve('@sparticuz/chromium');
const { version } = JSON.parse(readFileSync(join(dirname(packageFile), '..', 'package.json'), 'utf8')) as {
  version: string;
};

test('the hash that is compared is that of the package', () => {
  expect(programVersion).toBe(version);
});

test('a program that somebody put where Chromium would be unpacked is never started', async () => {
  const temporary = mkdtempSync(join(tmpdir(), 'gleaner-planted-'));
  try {
    const folder = join(temporary, `gleaner-chromium-${version}-2`);
    for (const each of ['al2023/lib', 'fonts']) mkdirSync(join(folder, each), { recursive: true });
    writeFileSync(join(folder, 'fonts.conf'), '');
    writeFileSync(join(folder, 'chromium'), '#!/bin/sh\ntouch /tmp/planted\n', { mode: 0o755 });
    const unpacked = await unpackBrowser(temporary);
    expect(unpacked.executable.startsWith(folder)).toBe(false);
    expect(statSync(unpacked.executable).size).toBeGreaterThan(100_000_000);
    expect(Object.values(unpacked.environment).some((path) => path.startsWith(folder))).toBe(false);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
});

test('nor one that somebody put there while Chromium was being unpacked', async () => {
  const temporary = mkdtempSync(join(tmpdir(), 'gleaner-planted-'));
  const folder = join(temporary, `gleaner-chromium-${version}-2`);
  const planting = setInterval(() => {
    // As soon as a part is there, its place is taken.
    if (!readdirSync(temporary).some((name) => name.includes('-part-')) || existsSync(folder)) return;
    mkdirSync(folder);
    writeFileSync(join(folder, 'chromium'), '#!/bin/sh\ntouch /tmp/planted\n', { mode: 0o755 });
  }, 1);
  try {
    const unpacked = await unpackBrowser(temporary);
    expect(existsSync(folder)).toBe(true);
    expect(unpacked.executable.startsWith(folder)).toBe(false);
    expect(statSync(unpacked.executable).size).toBeGreaterThan(100_000_000);
  } finally {
    clearInterval(planting);
    rmSync(temporary, { recursive: true, force: true });
  }
});

test('a program that was right and is another now is not started, in the same process', async () => {
  const temporary = mkdtempSync(join(tmpdir(), 'gleaner-planted-'));
  try {
    const { executable } = await unpackBrowser(temporary);
    expect((await unpackBrowser(temporary)).executable).toBe(executable);
    const { size, mtime } = statSync(executable);
    const program = readFileSync(executable);
    program[program.length - 1] = (program.at(-1) ?? 0) ^ 1;
    writeFileSync(executable, program);
    utimesSync(executable, mtime, mtime);
    expect(statSync(executable)).toMatchObject({ size, mtimeMs: mtime.getTime() });
    expect((await unpackBrowser(temporary)).executable).not.toBe(executable);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
});
