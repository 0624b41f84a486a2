import { fine, finding, judge, type Diagnosis } from './finding.ts';
import type { FetcherHealth } from '../../lib/fetch/remote/fetcher-call.ts';
import { unsendableKey } from '../../lib/header-word.ts';
import type { Answered } from '../../lib/store/account/read-account.ts';

/** The facts about a machine that decide whether the stack runs on it. */
export interface LaptopFacts {
  readonly nodeVersion: string;
  /** Whether npm installed a newer Node. */
  readonly hasPackagedNode: boolean;
  readonly platform: string;
  readonly freeBytes: number;
  readonly freeMemoryBytes: number;
  readonly dataDir: string;
  readonly isPortFree: boolean;
  /** Whether the port is in use by another Gleaner of this folder. */
  readonly isOwnPort: boolean;
  readonly hasChromium: boolean;
  /** Whether the system lets Chromium have its own sandbox. */
  readonly hasBrowserSandbox: boolean;
  /**
   * For each provider with a key: the status of one call that costs nothing; `unsendable` if no header can carry the
   * key.
   */
  readonly models: readonly {
    readonly provider: string;
    readonly status: Answered<number | 'unsendable'>;
  }[];
  /** For each service that fetches pages and has a key: how it is. */
  readonly fetchers: readonly { readonly name: string; readonly health: FetcherHealth }[];
  /** Milliseconds by which this clock is ahead of the network's. */
  readonly clockAheadMs: Answered<number>;
}

const gb = (bytes: number): string => `${(bytes / 1_024 ** 3).toFixed(1)} GB`;
const freeBytesMin = 2 * 1_024 ** 3;
const memoryBytesMin = 1.5 * 1_024 ** 3;
/** AWS refuses signatures that are five minutes off; this warns at a minute. */
const clockMsMax = 60_000;
const nodeMajor = 24;
const installNode = 'install Node 24 from https://nodejs.org';

const judgeNode = ({ nodeVersion, hasPackagedNode }: LaptopFacts): Diagnosis => {
  const major = Number.parseInt(nodeVersion, 10);
  if (major >= nodeMajor) return fine(`Node ${nodeVersion} runs everything.`);
  if (major >= 20 && hasPackagedNode)
    return fine(`Node ${nodeVersion} runs this command, and Node ${nodeMajor} is installed for the rest.`);
  return finding(
    'wrong',
    `Node ${nodeVersion} cannot run or deploy the stack: both need Node ${nodeMajor}.`,
    installNode,
  );
};

const judgeModel = ({ provider, status }: LaptopFacts['models'][number]): Diagnosis => {
  const setKey = `export ${provider.toUpperCase()}_API_KEY=<a key that its provider's console shows as active>`;
  return judge(
    status,
    `Whether the key of ${provider} works`,
    'check the network, then run this again',
    (value) => {
      if (value === 'unsendable') return finding('wrong', `The key of ${provider} ${unsendableKey}.`, setKey);
      if (value === 200) return fine(`The key of ${provider} is accepted.`);
      if (value === 401 || value === 403 || value === 400)
        return finding(
          'wrong',
          `${provider} refuses the key (HTTP status ${value}), so its models are not used.`,
          setKey,
        );
      return finding(
        'missing',
        `${provider} answered with HTTP status ${value}, so it is not known whether the key works.`,
        'run this again later',
      );
    },
  );
};

const judgeFetcher = ({ name, health }: LaptopFacts['fetchers'][number]): Diagnosis => {
  const { state, message, remainingCredits } = health;
  const left = remainingCredits === null ? '' : `, and has ${remainingCredits} credits left`;
  if (state === 'well') return fine(`The key of ${name} is accepted${left}.`);
  const says = `${name}, which may fetch pages: ${message}.`;
  return state === 'refused' || state === 'no-key'
    ? finding(
        'wrong',
        says,
        `export ${name.toUpperCase()}_API_KEY=<a key that its dashboard shows as active>`,
      )
    : finding('missing', says, 'look at its dashboard, then run this again');
};

const judgeSandbox = ({ hasBrowserSandbox }: LaptopFacts): Diagnosis =>
  hasBrowserSandbox
    ? fine('Chromium runs in its own sandbox.')
    : finding(
        'missing',
        'Chromium runs without its own sandbox, because this system does not let it create namespaces. A page that ' +
          'breaks out of Chromium can do what you can.',
        'sudo sysctl user.max_user_namespaces=10000 (on Ubuntu: kernel.apparmor_restrict_unprivileged_userns=0)',
      );

/** Judges a machine for running the stack: what is missing, wrong or dangerous. Pure. */
export const judgeLaptop = (facts: LaptopFacts): readonly Diagnosis[] => [
  judgeNode(facts),
  facts.freeBytes >= freeBytesMin
    ? fine(`${gb(facts.freeBytes)} are free for ${facts.dataDir}.`)
    : finding(
        'danger',
        `Only ${gb(facts.freeBytes)} are free for ${facts.dataDir}. A crawl that fills the disk stops.`,
        'npx gleaner local --data <a folder on another disk>',
      ),
  facts.freeMemoryBytes >= memoryBytesMin
    ? fine(`${gb(facts.freeMemoryBytes)} of memory are free.`)
    : finding(
        'missing',
        `Only ${gb(facts.freeMemoryBytes)} of memory are free. A browser needs 0.5 GB, and the stack as much.`,
        'close other programs, or run with --concurrency 5',
      ),
  facts.isPortFree || facts.isOwnPort
    ? fine(facts.isOwnPort ? 'Gleaner runs at port 3000.' : 'Port 3000 is free.')
    : finding(
        'missing',
        'Another program uses port 3000, so Gleaner will use another one.',
        'npx gleaner local --port 3001',
      ),
  facts.hasChromium
    ? fine('Chromium is installed for pages that need a browser.')
    : finding(
        'missing',
        `There is no Chromium for ${facts.platform}, so pages that need a browser fail. All others work.`,
        'run it on Linux x64, or in a container of one: docker run -it node:24',
      ),
  ...(facts.hasChromium ? [judgeSandbox(facts)] : []),
  ...(facts.models.length === 0
    ? [
        finding(
          'missing',
          'No model key is set, so extraction finds only what pages state as data.',
          'export OPENAI_API_KEY=… (or ANTHROPIC_API_KEY, GOOGLE_API_KEY)',
        ),
      ]
    : facts.models.map(judgeModel)),
  ...facts.fetchers.map(judgeFetcher),
  judge(facts.clockAheadMs, 'The time', 'check the network', (ms) =>
    Math.abs(ms) <= clockMsMax
      ? fine('The clock is right.')
      : finding(
          'wrong',
          `The clock is ${Math.round(Math.abs(ms) / 1_000)} s ${ms > 0 ? 'ahead' : 'behind'}, so AWS refuses requests.`,
          'sudo timedatectl set-ntp true',
        ),
  ),
];
