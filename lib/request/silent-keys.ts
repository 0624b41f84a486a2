/** Keys that clients send and that change nothing here; the answer's `warning` names those a caller might miss. */
export const silentKeys: ReadonlySet<string> = new Set([
  'origin',
  'integration',
  'storeInCache',
  'proxy',
  'maxAge',
  'fastMode',
]);
