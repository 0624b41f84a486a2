import {
  parseFetcherKeys,
  type FetcherKeys,
  type FetcherSettings,
} from '../../fetch/remote/fetcher-settings.ts';
import { makeFetchers, type Fetchers } from '../../fetch/remote/make-fetchers.ts';
import { limits } from '../../limits/limits.ts';
import type { openSecrets } from '../../store/clients.ts';
import { findSecret } from '../../store/keys/get-secret.ts';

/** The services that fetch pages for a deployment, as one sandbox reaches them. */
export interface OpenFetchers {
  readonly fetchers: Fetchers;
  readonly readKeys: () => Promise<FetcherKeys>;
}

/**
 * Opens the services that fetch pages, for one sandbox. Keys are read again every few minutes.
 *
 * @param keys The secret that holds their keys; undefined if the deployment has none.
 */
export const openFetchers = (
  settings: FetcherSettings,
  keys: string | undefined,
  secrets: ReturnType<typeof openSecrets>,
  now: () => number,
): OpenFetchers => {
  let kept: { readonly read: Promise<FetcherKeys>; readonly at: number } | undefined;
  const readKeys = async (): Promise<FetcherKeys> => {
    if (keys === undefined) return {};
    if (kept === undefined || now() - kept.at >= limits.fetcherKeysKeptMs)
      kept = { read: findSecret(secrets, keys).then((text) => parseFetcherKeys(text ?? '')), at: now() };
    try {
      return await kept.read;
    } catch (error) {
      kept = undefined;
      throw error;
    }
  };
  return { fetchers: makeFetchers(settings), readKeys };
};
