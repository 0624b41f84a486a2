/** Keys that clients send and that change nothing here; the answer's `warning` names those that a caller might miss. */
export const silentKeys: ReadonlySet<string> = new Set([
  'origin',
  'integration',
  'storeInCache',
  'proxy',
  'maxAge',
  'fastMode',
]);

/** Values of `proxy` for which a caller expects an address other than ours; `basic` and `auto` do not ask for one. */
export const missedProxies: ReadonlySet<unknown> = new Set(['stealth', 'enhanced']);

/** What to use instead of such a proxy. */
export const insteadOfProxy =
  'Pages are fetched from the address of this deployment. A page that refuses a plain request, or needs scripts, is ' +
  'tried in a browser';
