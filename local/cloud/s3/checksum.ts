import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { crc32c, crc64nvme } from './crc.ts';

/** Algorithms of `x-amz-checksum-*` (S3 user guide, "Checking object integrity"). */
const checksumNames = ['crc32', 'crc32c', 'crc64nvme', 'sha1', 'sha256'] as const;

export type ChecksumName = (typeof checksumNames)[number];

/** A checksum as S3 writes it, in base64. */
export interface Checksum {
  readonly name: ChecksumName;
  readonly value: string;
}

export interface Digest {
  update(bytes: Buffer): void;
  /** In base64. */
  digest(): string;
}

const crc32Digest = (step: (bytes: Buffer, crc: number) => number): Digest => {
  let crc = 0;
  return {
    update: (bytes) => {
      crc = step(bytes, crc);
    },
    digest: () => {
      const result = Buffer.alloc(4);
      result.writeUInt32BE(crc);
      return result.toString('base64');
    },
  };
};

const crc64Digest = (): Digest => {
  let crc = 0n;
  return {
    update: (bytes) => {
      crc = crc64nvme(bytes, crc);
    },
    digest: () => {
      const result = Buffer.alloc(8);
      result.writeBigUInt64BE(crc);
      return result.toString('base64');
    },
  };
};

const shaDigest = (name: string): Digest => {
  const hash = createHash(name);
  return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('base64') };
};

export const makeDigest = (name: ChecksumName): Digest => {
  switch (name) {
    case 'crc32':
      return crc32Digest((bytes, crc) => crc32(bytes, crc));
    case 'crc32c':
      return crc32Digest(crc32c);
    case 'crc64nvme':
      return crc64Digest();
    case 'sha1':
    case 'sha256':
      return shaDigest(name);
  }
};

/** Returns the algorithm that headers announce, with its value or with a trailer that follows the body. */
export const announcedChecksum = (headers: IncomingHttpHeaders): ChecksumName | undefined => {
  const trailer = String(headers['x-amz-trailer'] ?? '').toLowerCase();
  return checksumNames.find(
    (name) => headers[`x-amz-checksum-${name}`] !== undefined || trailer === `x-amz-checksum-${name}`,
  );
};
