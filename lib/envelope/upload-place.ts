/** Returns the key of a file that a client sent: the hash of its bytes, so that the same file is stored once. */
export const uploadKey = (hash: string): string => `uploads/${hash}`;

/** Returns the beginning that the addresses of a file have in common, whatever its name. */
const uploadFolder = (hash: string): string => `https://upload.invalid/${hash.slice(0, 32)}/`;

/**
 * Makes the address of a file that a client sent: a host that RFC 2606 keeps out of DNS, and the hash of its bytes, so
 * that the same file is the same page.
 */
export const uploadUrl = (hash: string, filename: string): string =>
  `${uploadFolder(hash)}${encodeURIComponent(filename)}`;

/** Returns the beginning of the addresses of the file with this key; null if it is not the key of such a file. */
export const readUploadFolder = (key: string): string | null => {
  const hash = /^uploads\/([0-9a-f]{64})$/.exec(key)?.[1];
  return hash === undefined ? null : uploadFolder(hash);
};
