import { createHash } from 'node:crypto';

/** `sha256:` and the hexadecimal SHA-256 of a text's UTF-8. */
export const contentHash = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;
