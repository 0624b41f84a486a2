import { gunzipSync, gzipSync } from 'node:zlib';
import { sha256, type AuditedFile } from './audit-record.ts';

/**
 * Files of lines that the audit vouches for. Its hash is made of the hashes of the lines, so that a line can be erased
 * for good while the rest stays proved: its hash stands in its place.
 */
const erasedLine = /^\{"erased":"([0-9a-f]{64})"\}$/;

export const splitLines = (bytes: Uint8Array): string[] =>
  gunzipSync(bytes)
    .toString()
    .split('\n')
    .filter((line) => line !== '');

/** The bytes of such a file: equal lines are equal bytes. */
export const joinLines = (lines: readonly string[]): Uint8Array =>
  gzipSync(lines.map((line) => `${line}\n`).join(''), { level: 6 });

export const isErasedLine = (line: string): boolean => erasedLine.test(line);

/** What stands in the place of a line that is erased: nothing of it but its hash. */
export const eraseLine = (line: string): string =>
  isErasedLine(line) ? line : JSON.stringify({ erased: sha256(line) });

const lineHash = (line: string): string => erasedLine.exec(line)?.[1] ?? sha256(line);

/** How a record names a file of lines. */
export const auditedFile = (key: string, lines: readonly string[]): AuditedFile => ({
  key,
  root: sha256(lines.map((line) => lineHash(line)).join('\n')),
  lines: lines.length,
});
