import { judged, type Attack } from './attack.ts';
import { serveHealthy } from './serve-healthy.ts';

const crawls = 10_000;
const atOnce = 16;
/** Jobs that may be open of the key that floods. */
export const floodedJobs = 20;

/** More jobs than anybody means, of one key, at a host that does not answer: few are taken, others told why not. */
export const floodAttacks: readonly Attack[] = [
  {
    group: 'floods',
    name: '10,000 crawls of one key',
    isAlone: true,
    run: async (target) => {
      const { ask, keys, site } = target;
      let next = 0;
      let accepted = 0;
      const others: string[] = [];
      const send = async (): Promise<void> => {
        while (next < crawls) {
          next += 1;
          const body = { url: `${site.origin}/never?${next}`, limit: 1 };
          const answer = await ask('POST', '/v2/crawl', { key: keys.flooding, body });
          if (answer.status === 200) accepted += 1;
          else if (answer.status !== 429 || judged(answer) !== 'refused')
            others.push(answer.text.slice(0, 200));
        }
      };
      await Promise.all(Array.from({ length: atOnce }, send));
      const [other] = others;
      if (other !== undefined) return { failed: other };
      // Requests that arrive at the same moment may pass the limit together.
      if (accepted > floodedJobs + atOnce) return { failed: `${accepted} of ${crawls} were taken` };
      return await serveHealthy(target, 'bounded');
    },
  },
];
