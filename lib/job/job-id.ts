import { randomBytes } from 'node:crypto';

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * Makes a UUID of version 7 (RFC 9562 section 5.7): it sorts by the time at which it was made, `now` in milliseconds.
 */
export const newJobId = (now: number, random: Buffer = randomBytes(10)): string => {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(now, 0, 6);
  random.copy(bytes, 6, 0, 10);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/** Returns the id that sorts before all others made at this moment or later. */
export const firstJobId = (at: number): string => newJobId(at, Buffer.alloc(10));

/** True for ids that `newJobId` makes. For anything else the answer is "not found", without reading the table. */
export const isJobId = (text: string): boolean => shape.test(text);
