import type { AttackVerdict, Target } from './attack.ts';

/** How often a page is asked for again that is not there yet, as the API says one should. */
const asksMax = 3;

/** What came of a plain scrape of another host by another team; null where it was served. */
const unserved = async ({ ask, site, keys }: Target): Promise<string | null> => {
  const url = `${site.healthy.origin}/?${Math.random()}`;
  for (let asks = 1; ; asks += 1) {
    const answer = await ask('POST', '/v2/scrape', { key: keys.stranger, body: { url, timeout: 60_000 } });
    if (answer.status === 200) return null;
    if (asks === asksMax || answer.status !== 408)
      return `nobody is served after it: ${answer.status} ${answer.text.slice(0, 200)}`;
  }
};

/** The verdict, unless the attack keeps another team from being served. */
export const serveHealthy = async (target: Target, verdict: AttackVerdict): Promise<AttackVerdict> => {
  const why = typeof verdict === 'string' ? await unserved(target) : null;
  return why === null ? verdict : { failed: why };
};
