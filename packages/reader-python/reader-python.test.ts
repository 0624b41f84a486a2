import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const python = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']);

test.skipIf(python.status !== 0)(
  'the reader for Python keeps its own tests (needs python3, 3.10 or newer)',
  () => {
    const run = spawnSync('python3', ['-B', '-m', 'unittest', 'test_gleaner_reader'], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    });
    expect(run.status, run.stderr).toBe(0);
    expect(run.stderr).toMatch(/Ran [1-9]\d* tests/);
  },
);
