const isFull: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** Returns a message for an error that a full disk caused; null for any other. */
export const fullDiskMessage = (error: unknown, dataDir: string): string | null =>
  error instanceof Error && 'code' in error && isFull.has(error.code)
    ? `Cannot go on: the disk that holds ${dataDir} is full. Free some space there, or choose another folder with ` +
      `--data. The same command continues where this one stopped`
    : null;
