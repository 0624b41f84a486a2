import type { ReactNode } from 'react';
import type { HostState } from '../lib/steps/api/read-host.ts';
import { formatNumberOf } from './format.ts';
import { Facts, Time } from './parts.tsx';

const robotsText = (robots: HostState['robots']): string => {
  if (robots === undefined) return 'not read lately';
  if (robots.kind === 'disallow-all') return `forbids everything: ${robots.reason ?? 'no reason was given'}`;
  const delay =
    robots.crawlDelaySeconds === null ? '' : `, wants ${robots.crawlDelaySeconds} s between requests`;
  return `${robots.kind === 'allow-all' ? 'allows everything' : formatNumberOf(robots.rules, 'rule')}${delay}`;
};

/** The facts about a host, and how it is asked. */
export const HostFacts = ({
  host,
  isTitled = true,
}: {
  readonly host: HostState;
  readonly isTitled?: boolean;
}): ReactNode => (
  <div className="card">
    {isTitled && <h3>{host.host}</h3>}
    <Facts
      facts={[
        [
          'Next request',
          host.nextSlotAt === undefined ? 'at any time' : <Time key="n" at={host.nextSlotAt} />,
        ],
        ['Under way', host.inFlight],
        [
          'Left alone until',
          host.pausedUntil === undefined ? undefined : <Time key="p" at={host.pausedUntil} />,
        ],
        ['Failures in a row', `${host.failuresInRow} (left alone at ${host.breakerAt})`],
        ['Answers in', host.responseMs === 0 ? 'not known yet' : `about ${host.responseMs} ms`],
        ['robots.txt', robotsText(host.robots)],
        [
          'Browser needed',
          host.browserPagesInRow === 0 ? undefined : `by the last ${host.browserPagesInRow} pages`,
        ],
      ]}
    />
  </div>
);
