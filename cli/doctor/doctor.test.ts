import type { FetcherHealth } from '../../lib/fetch/remote/fetcher-call.ts';
import { tellHealth } from '../../lib/fetch/remote/read-reply.ts';
import { expect, test } from 'vitest';
import type { AccountFacts } from '../../lib/store/account/read-account.ts';
import { runCli } from '../run-cli.ts';
import { findingLines, type Diagnosis } from './finding.ts';
import { judgeAccount } from './judge-account.ts';
import { judgeLaptop, type LaptopFacts } from './judge-laptop.ts';

const gigabyte = 1_024 ** 3;
const soundLaptop: LaptopFacts = {
  nodeVersion: '24.21.0',
  hasPackagedNode: true,
  platform: 'linux x64',
  freeBytes: 20 * gigabyte,
  freeMemoryBytes: 4 * gigabyte,
  dataDir: '/home/x/.gleaner',
  isPortFree: true,
  isOwnPort: false,
  hasChromium: true,
  hasBrowserSandbox: true,
  fetchers: [],
  models: [{ provider: 'openai', status: { ok: true, value: 200 } }],
  clockAheadMs: { ok: true, value: 300 },
};

const soundAccount: AccountFacts = {
  stack: 'Gleaner',
  stands: true,
  version: '1.0.0',
  concurrency: { ok: true, value: 1_000 },
  subscribers: { ok: true, value: [{ endpoint: 'ops@example.com', isConfirmed: true }] },
  budgets: { ok: true, value: 1 },
  table: 'T',
  isTableProtected: { ok: true, value: true },
  keepsData: true,
};

const notFine = (findings: readonly Diagnosis[]): Diagnosis[] =>
  findings.filter(({ state }) => state !== 'fine');

test('a sound machine and a sound account are told so, and want nothing', () => {
  expect(notFine(judgeLaptop(soundLaptop))).toEqual([]);
  expect(notFine(judgeAccount(soundAccount, undefined, '1.0.0'))).toEqual([]);
});

const sick = (state: FetcherHealth['state']): FetcherHealth => tellHealth(state);

const laptops: readonly (readonly [Partial<LaptopFacts>, Diagnosis['state'], RegExp])[] = [
  [{ nodeVersion: '20.1.0', hasPackagedNode: false }, 'wrong', /Node 20.1.0 cannot run.*\n.*nodejs.org/],
  [{ nodeVersion: '18.0.0' }, 'wrong', /Node 18.0.0 cannot run/],
  [{ freeBytes: gigabyte }, 'danger', /Only 1.0 GB are free.*\n.*--data/],
  [{ freeMemoryBytes: gigabyte }, 'missing', /memory are free\. A browser.*\n.*--concurrency/],
  [{ isPortFree: false }, 'missing', /Another program uses port 3000.*\n.*--port/],
  [{ hasChromium: false, platform: 'darwin arm64' }, 'missing', /no Chromium for darwin arm64/],
  [{ hasBrowserSandbox: false }, 'missing', /without its own sandbox.*\n.*sysctl/],
  [{ models: [] }, 'missing', /No model key.*\n.*OPENAI_API_KEY/],
  [
    { models: [{ provider: 'openai', status: { ok: true, value: 401 } }] },
    'wrong',
    /refuses the key \(HTTP status 401\).*\n.*OPENAI/,
  ],
  [
    { models: [{ provider: 'openai', status: { ok: true, value: 'unsendable' } }] },
    'wrong',
    /holds a character that no HTTP header can carry.*\n.*OPENAI/,
  ],
  [{ models: [{ provider: 'openai', status: { ok: true, value: 503 } }] }, 'missing', /HTTP status 503/],
  [{ models: [{ provider: 'google', status: { ok: false, why: 'ENOTFOUND' } }] }, 'missing', /ENOTFOUND/],
  [
    { fetchers: [{ name: 'firecrawl', health: sick('refused') }] },
    'wrong',
    /refuses the key.*\n.*FIRECRAWL_API_KEY/,
  ],
  [{ fetchers: [{ name: 'firecrawl', health: sick('out-of-credits') }] }, 'missing', /credits are used up/],
  [{ clockAheadMs: { ok: true, value: -400_000 } }, 'wrong', /400 s behind.*\n.*timedatectl/],
  [{ clockAheadMs: { ok: false, why: 'no network' } }, 'missing', /no network/],
];

test.each(laptops)(
  'of a machine with %j one thing is %s, with the command that mends it',
  (facts, state, words) => {
    const found = notFine(judgeLaptop({ ...soundLaptop, ...facts }));
    expect(found.map((it) => it.state)).toEqual([state]);
    expect(findingLines(found).join('\n')).toMatch(words);
  },
);

const thrown = (name: string, more: object = {}) => {
  const error = Object.assign(new Error(`it said ${name}`), { name, ...more });
  return { ok: false, why: error.message, error } as const;
};
const denied = thrown('AccessDeniedException');
const accounts: readonly (readonly [Partial<AccountFacts>, Diagnosis['state'], RegExp])[] = [
  [
    { concurrency: { ok: true, value: 10 } },
    'missing',
    /only 10 functions.*\n.*request-service-quota-increase/,
  ],
  [{ concurrency: denied }, 'missing', /AccessDenied.*\n.*lambda:GetAccountSettings/],
  [{ budgets: thrown('ExpiredTokenException') }, 'missing', /ExpiredToken.*\n +sign in again/],
  [{ budgets: thrown('InternalFailure') }, 'missing', /InternalFailure.*\n +try again later/],
  [{ subscribers: thrown('Error', { syscall: 'getaddrinfo' }) }, 'missing', /\n +check the network/],
  [{ subscribers: thrown('AuthorizationError') }, 'missing', /\n +allow sns:ListSubscriptionsByTopic/],
  [{ subscribers: { ok: true, value: [] } }, 'danger', /Nobody is told.*\n.*--name staging --alarm-email/],
  [
    { subscribers: { ok: true, value: [{ endpoint: 'a@b.example', isConfirmed: false }] } },
    'danger',
    /a@b.example has not confirmed.*\n.*link/,
  ],
  [{ budgets: { ok: true, value: 0 } }, 'danger', /no budget.*\n.*--monthly-budget/],
  [
    { isTableProtected: { ok: true, value: false } },
    'danger',
    /not protected.*\n.*update-table --table-name T/,
  ],
  [
    { version: '0.9.0' },
    'missing',
    /version 0.9.0, and this is version 1.0.0.*\n.*gleaner deploy --name staging/,
  ],
  [{ stands: false }, 'missing', /no stack.*\n.*gleaner deploy --name staging/],
];

test.each(accounts)(
  'of an account with %j one thing is %s, with the command that mends it',
  (facts, state, words) => {
    const found = notFine(judgeAccount({ ...soundAccount, ...facts }, 'staging', '1.0.0'));
    expect(found.map((it) => it.state)).toEqual([state]);
    expect(findingLines(found).join('\n')).toMatch(words);
  },
);

test('an account that cannot be reached is no matter of permissions', async () => {
  const run = await runCli(['doctor', '--account'], {
    environment: {
      HOME: '/nonexistent',
      AWS_ACCESS_KEY_ID: 'x',
      AWS_SECRET_ACCESS_KEY: 'y',
      AWS_REGION: 'eu-central-1',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
      AWS_MAX_ATTEMPTS: '1',
    },
  });
  expect(run.exitCode).toBe(1);
  expect(run.stdout).toMatch(
    /Cannot read Gleaner from CloudFormation: connect ECONNREFUSED.*\n +check the network/,
  );
  expect(run.stdout).not.toContain('allow');
});

test('a table that goes with its stack needs no protection', () => {
  const development = {
    ...soundAccount,
    keepsData: false,
    isTableProtected: { ok: true, value: false },
  } as const;
  expect(notFine(judgeAccount(development, undefined, '1.0.0'))).toEqual([]);
});

test('what is dangerous stands last, where it is read', () => {
  const found = judgeLaptop({ ...soundLaptop, freeBytes: 1, models: [] });
  expect(findingLines(found).at(-2)).toMatch(/^!! {2}Only 0.0 GB/);
});
