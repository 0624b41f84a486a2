import * as z from 'zod';
import { hashOwnUrl } from '../../envelope/envelope-key.ts';
import { confirmedTag, retentionByKey } from '../../envelope/retention.ts';
import type { SourceName } from '../../keys/table-keys.ts';
import { limits } from '../../limits/limits.ts';
import { confirmObject } from '../../store/confirm-object.ts';
import { getObject, type Objects } from '../../store/objects.ts';

const sourcePart = z.object({ source: z.object({ url: z.string(), manifest_id: z.string() }) });

/** The parts of a key that say whose envelope it is: `<source>__<slug>-<8 of the URL's hash>__<…>.json`. */
const keyParts = /\/([^/]+?)__[^/]*-([0-9a-f]{8})__[0-9a-f]{8}\.json$/;

/** Says whether a key is of an envelope of a team's source. Teams may have sources with the same id. */
const isOwn = async (envelopes: Objects, { team, source }: SourceName, key: string): Promise<boolean> => {
  const [, owner, hash] = keyParts.exec(key) ?? [];
  if (retentionByKey(key) === null || owner !== source) return false;
  const text = await getObject(envelopes, key);
  if (text === null) return false;
  const parsed = sourcePart.safeParse(JSON.parse(text));
  if (!parsed.success || parsed.data.source.manifest_id !== source) return false;
  return hashOwnUrl(parsed.data.source.url, team) === hash;
};

/**
 * Confirms envelopes of a source that an ingestion outside of the stack has taken: their retention counts from now. It
 * can be repeated. Envelopes that are gone, of no class of retention, or of another source are `unknown`.
 */
export const confirmIngested = async (
  { envelopes, now }: { readonly envelopes: Objects; readonly now: () => number },
  name: SourceName,
  keys: readonly string[],
): Promise<{ readonly confirmed: readonly string[]; readonly unknown: readonly string[] }> => {
  const waiting = [...new Set(keys)];
  const confirmed = new Set<string>();
  const work = async (): Promise<void> => {
    for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
      if (!(await isOwn(envelopes, name, key))) continue;
      const confirmation = { tag: confirmedTag, now: now(), olderThanMs: limits.envelopeRenewMs };
      if (await confirmObject(envelopes, key, confirmation)) confirmed.add(key);
    }
  };
  await Promise.all(Array.from({ length: limits.envelopeReadsMax }, work));
  const asked = [...new Set(keys)];
  return {
    confirmed: asked.filter((key) => confirmed.has(key)),
    unknown: asked.filter((key) => !confirmed.has(key)),
  };
};
