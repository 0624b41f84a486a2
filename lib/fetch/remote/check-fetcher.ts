import { limits } from '../../limits/limits.ts';
import type { FetcherName } from '../../request/source/fetcher.ts';
import { hideSecret } from '../../safe-words.ts';
import { isHeaderWord, unsendableKey } from '../../header-word.ts';
import { callFetcher } from './call-fetcher.ts';
import type { Fetcher, FetcherHealth } from './fetcher-call.ts';
import type { FetcherKeys } from './fetcher-settings.ts';
import type { Fetchers } from './make-fetchers.ts';
import { tellHealth } from './read-reply.ts';

/** Asks a service how it is: whether it answers, takes the key, and has credits left. It charges nothing for that. */
export const checkFetcher = async (fetcher: Fetcher, key: string | undefined): Promise<FetcherHealth> => {
  if (key === undefined) return tellHealth('no-key');
  if (!isHeaderWord(key)) return { ...tellHealth('refused'), message: `Its key ${unsendableKey}` };
  const replied = await callFetcher(fetcher.askHealth(key), limits.fetcherHealthMs);
  return replied.kind === 'none'
    ? tellHealth('unwell', { found: hideSecret(replied.why.message, key) })
    : fetcher.readHealth(key, replied.reply);
};

/** How a service of the deployment is; null if the deployment has no settings for it. */
export type CheckFetcher = (name: FetcherName) => Promise<FetcherHealth | null>;

/** Makes the check for a deployment. It asks a service once a minute, whoever wants to know. */
export const createFetcherCheck = ({
  fetchers,
  readKeys,
  now,
}: {
  readonly fetchers: Fetchers;
  readonly readKeys: () => Promise<FetcherKeys>;
  readonly now: () => number;
}): CheckFetcher => {
  const known = new Map<FetcherName, { readonly health: Promise<FetcherHealth>; readonly at: number }>();
  return async (name) => {
    const fetcher = fetchers[name];
    if (fetcher === undefined) return null;
    const kept = known.get(name);
    if (kept !== undefined && now() - kept.at < limits.fetcherHealthKeptMs) return await kept.health;
    const health = (async () => await checkFetcher(fetcher, (await readKeys())[name]))();
    known.set(name, { health, at: now() });
    health.catch(() => known.delete(name));
    return await health;
  };
};
