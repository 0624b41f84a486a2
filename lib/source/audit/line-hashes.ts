import { gunzipSync, gzipSync } from 'node:zlib';
import { sha256, type AuditedFile } from './audit-record.ts';

/**
 * Files of lines that the audit vouches for. A file's hash is made of the hashes of its lines, so that a line can be
 * erased for good while the proof of the others holds: the line's hash stays in its place.
 */
const erasedLine = /^\{"erased":"([0-9a-f]{64})"\}$/;

export const splitLines = (bytes: Uint8Array): string[] =>
  gunzipSync(bytes)
    .toString()
    .split('\n')
    .filter((line) => line !== '');

/** Returns the bytes of such a file: equal lines give equal bytes. */
export const joinLines = (lines: readonly string[]): Uint8Array =>
  gzipSync(lines.map((line) => `${line}\n`).join(''), { level: 6 });

export const isErasedLine = (line: string): boolean => erasedLine.test(line);

/** Returns the replacement for an erased line, which holds only its hash. */
export const eraseLine = (line: string): string =>
  isErasedLine(line) ? line : JSON.stringify({ erased: sha256(line) });

const lineHash = (line: string): string => erasedLine.exec(line)?.[1] ?? sha256(line);

/** Returns the entry with which a record names a file of lines. */
export const auditedFile = (key: string, lines: readonly string[]): AuditedFile => ({
  key,
  root: sha256(lines.map((line) => lineHash(line)).join('\n')),
  lines: lines.length,
});
