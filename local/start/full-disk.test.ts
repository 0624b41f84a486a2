import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openFunctionLog } from '../sandbox/function-log.ts';
import { fullDiskMessage } from './full-disk.ts';

const errorOf = (act: () => void): unknown => {
  try {
    act();
    return null;
  } catch (error) {
    return error;
  }
};

// Every write to this device finds the disk full.
test.runIf(existsSync('/dev/full'))('a full disk is named with its folder and what to do', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-full-'));
  mkdirSync(join(dataDir, 'logs'));
  symlinkSync('/dev/full', join(dataDir, 'logs', 'api.log'));
  const log = openFunctionLog(dataDir, 'api');
  try {
    const error = errorOf(() => log.write('a line'));
    expect(error).toMatchObject({ code: 'ENOSPC' });
    expect(fullDiskMessage(error, dataDir)).toMatch(
      /^Cannot go on: the disk that holds \S+ is full\. Free some/,
    );
  } finally {
    log.close();
    rmSync(dataDir, { recursive: true });
  }
});

test('any other error is told as it is', () => {
  expect(fullDiskMessage(new Error('the disk is full'), '.gleaner')).toBeNull();
  expect(fullDiskMessage(Object.assign(new Error('no'), { code: 'EACCES' }), '.gleaner')).toBeNull();
});
