import type { Launched } from '../../../local/launch.ts';
import type { AttackSite } from './attack-site.ts';

/**
 * How an attack ends. `refused`: nothing of what it wanted happened, and it was told so or met nothing. `bounded`:
 * it was given up for what it took, with a code. `failed`: it got something.
 */
export type AttackVerdict = 'refused' | 'bounded' | { readonly failed: string };

export interface AttackAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** What attacks are made against, and with. */
export interface Target {
  readonly gleaner: Launched;
  readonly site: AttackSite;
  readonly keys: Readonly<Record<'admin' | 'read' | 'write' | 'flooding' | 'stranger', string>>;
  /** Jobs of the attacked team, by their kind. */
  readonly jobs: Readonly<Record<'scrape' | 'crawl' | 'batch', string>>;
  readonly ask: (
    method: string,
    path: string,
    options?: {
      readonly key?: string | null;
      readonly body?: unknown;
      readonly raw?: string | Uint8Array;
      readonly headers?: Record<string, string>;
    },
  ) => Promise<AttackAnswer>;
}

export interface Attack {
  readonly group: string;
  readonly name: string;
  /** It leaves no room for others: it is tried when they are over, by itself. */
  readonly isAlone?: true;
  readonly run: (target: Target) => Promise<AttackVerdict>;
}

/** What stands in what no attack may read. */
export const canary = 'CANARY-7f3a';

const bounded =
  /_TIMEOUT|TIMEOUT|TOO_LARGE|RESPONSE_BOMB|TOO_COMPLEX|TOO_COSTLY|REDIRECT_LOOP|REDIRECT_TOO_MANY/;

/** Refused with a code, given up with one, or at fault: a success and a mistake of ours are both. */
export const judged = (
  answer: AttackAnswer,
  isHarmless: (answer: AttackAnswer) => boolean = () => false,
): AttackVerdict => {
  if (answer.text.includes(canary)) return { failed: `it read the canary: ${answer.text.slice(0, 200)}` };
  if (answer.status >= 500 && answer.status !== 501 && answer.status !== 503)
    return { failed: `${answer.status} ${answer.text.slice(0, 200)}` };
  if (bounded.test(answer.text) && answer.status >= 400) return 'bounded';
  if (answer.status >= 400 || isHarmless(answer)) return 'refused';
  return { failed: `${answer.status} ${answer.text.slice(0, 200)}` };
};
