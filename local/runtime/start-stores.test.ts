import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeLocalCredentials } from '../door/local-credentials.ts';
import { startCloudProcess } from './start-cloud-process.ts';
import { startDynamoDb } from './start-dynamodb.ts';

test.each([
  ['dynamodb', startDynamoDb],
  ['cloud', startCloudProcess],
] as const)(
  'a store whose data cannot be read names a log that is there and says why: %s',
  async (name, start) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'gleaner-corrupt-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    mkdirSync(join(dataDir, 'logs'));
    writeFileSync(join(dataDir, `${name}.sqlite`), 'this is no database'.repeat(1_000));
    const refused = await start(dataDir, makeLocalCredentials()).then(
      async (started) => {
        await started.stop();
        return '';
      },
      (error: unknown) => (error as Error).message,
    );
    const [, path = ''] = /^Cannot start .*: it ended before it was ready, see (.+)$/.exec(refused) ?? [];
    expect(readFileSync(path, 'utf8')).toMatch(/not a (?:valid SQLite )?database/);
  },
);
