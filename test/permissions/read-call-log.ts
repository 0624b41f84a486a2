import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NotedCall } from '../../local/calls/call-log.ts';

/**
 * Every call that was noted in a folder. A line that its process did not end is none: it was killed while it wrote.
 */
export const readCallLog = (folder: string): readonly NotedCall[] =>
  (existsSync(folder) ? readdirSync(folder) : []).flatMap((file) => {
    const lines = readFileSync(join(folder, file), 'utf8').split('\n');
    return lines.slice(0, -1).map((line) => JSON.parse(line) as NotedCall);
  });
