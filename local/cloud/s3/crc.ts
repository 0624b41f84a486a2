/** CRC-32C (Castagnoli) and CRC-64/NVME, which Node does not have. Both are reflected, as S3 uses them. */

const table32 = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  return crc >>> 0;
});

/**
 * Computes CRC-32C.
 *
 * @param crc the result for the bytes before; 0 at the beginning.
 */
export const crc32c = (bytes: Uint8Array, crc: number): number => {
  let state = ~crc >>> 0;
  for (const byte of bytes) state = ((table32[(state ^ byte) & 0xff] ?? 0) ^ (state >>> 8)) >>> 0;
  return ~state >>> 0;
};

const polynomial64 = 0x9a6c_9329_ac4b_c9b5n;

/** The table's upper and lower halves: 64-bit integers are slow in JavaScript. */
const [high64, low64] = ((): [Uint32Array, Uint32Array] => {
  const high = new Uint32Array(256);
  const low = new Uint32Array(256);
  for (let index = 0; index < 256; index += 1) {
    let crc = BigInt(index);
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1n ? (crc >> 1n) ^ polynomial64 : crc >> 1n;
    high[index] = Number(crc >> 32n);
    low[index] = Number(crc & 0xffff_ffffn);
  }
  return [high, low];
})();

/**
 * Computes CRC-64/NVME.
 *
 * @param crc the result for the bytes before; 0n at the beginning.
 */
export const crc64nvme = (bytes: Uint8Array, crc: bigint): bigint => {
  const start = ~crc & 0xffff_ffff_ffff_ffffn;
  let high = Number(start >> 32n);
  let low = Number(start & 0xffff_ffffn);
  for (const byte of bytes) {
    const index = (low ^ byte) & 0xff;
    low = ((low >>> 8) | (high << 24)) ^ (low64[index] ?? 0);
    high = (high >>> 8) ^ (high64[index] ?? 0);
  }
  return ~((BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)) & 0xffff_ffff_ffff_ffffn;
};
