const checksumFlag = 2;
const extraFlag = 4;
const nameFlag = 8;
const commentFlag = 16;

/** Returns the length of a gzip member's header in bytes (RFC 1952 section 2.3); null if there is none. */
export const gzipHeaderLength = (bytes: Buffer): number | null => {
  if (bytes.length < 18 || bytes[0] !== 0x1f || bytes[1] !== 0x8b || bytes[2] !== 8) return null;
  const flags = bytes[3] ?? 0;
  let at = 10;
  if ((flags & extraFlag) !== 0) at += 2 + bytes.readUInt16LE(at);
  for (const flag of [nameFlag, commentFlag]) {
    if ((flags & flag) === 0) continue;
    const end = bytes.indexOf(0, at);
    if (end === -1) return null;
    at = end + 1;
  }
  if ((flags & checksumFlag) !== 0) at += 2;
  return at < bytes.length ? at : null;
};
