import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slotSpacing } from '../../fetch/politeness/slot-times.ts';
import { limits } from '../../limits/limits.ts';
import { estimateWork, type WorkFacts } from './estimate.ts';

const share = fc.record({
  host: fc.domain(),
  pages: fc.nat(5_000),
  policy: fc.record({ spacingMs: fc.nat(20_000), concurrency: fc.integer({ min: 1, max: 10 }) }),
  responseMs: fc.nat(3_000),
});
const model = fc.record({
  model: fc.constant('some-model'),
  inputTokens: fc.nat(10_000),
  outputTokens: fc.nat(1_000),
  price: fc.constant({ input: 0.1, output: 0.5 }),
});
const work = fc.record({
  hosts: fc.array(share, { maxLength: 4 }),
  robots: fc.nat(4),
  sitemaps: fc.nat(20),
  browserShare: fc.constantFrom(0, 0.5, 1),
  model: fc.option(model),
});

const total = (facts: WorkFacts): number => estimateWork(facts).cost.total ?? Number.NaN;

const withHosts = (
  facts: WorkFacts,
  change: (host: WorkFacts['hosts'][number]) => Partial<WorkFacts['hosts'][number]>,
): WorkFacts => ({ ...facts, hosts: facts.hosts.map((host) => ({ ...host, ...change(host) })) });

test('every page is asked for once, and requests are told by what makes them', () => {
  fc.assert(
    fc.property(work, (facts) => {
      const { pages, requests } = estimateWork(facts);
      expect(pages).toBe(facts.hosts.reduce((sum, host) => sum + host.pages, 0));
      expect(requests.http + requests.browser).toBe(pages);
      expect(requests.total).toBe(pages + facts.robots + facts.sitemaps);
      if (facts.browserShare === 1) expect(requests.http).toBe(0);
    }),
  );
});

test('more pages never take less time, tokens or money', () => {
  fc.assert(
    fc.property(work, fc.integer({ min: 1, max: 1_000 }), (facts, more) => {
      const larger = withHosts(facts, ({ pages }) => ({ pages: pages === 0 ? 0 : pages + more }));
      const [one, other] = [estimateWork(facts), estimateWork(larger)];
      expect(other.seconds).toBeGreaterThanOrEqual(one.seconds);
      expect(other.tokens.input).toBeGreaterThanOrEqual(one.tokens.input);
      expect(total(larger)).toBeGreaterThanOrEqual(total(facts));
    }),
  );
});

test('no host is taken to be asked faster than its pace allows', () => {
  fc.assert(
    fc.property(work, (facts) => {
      const { seconds } = estimateWork(facts);
      const slowest = Math.max(0, ...facts.hosts.map(({ pages, policy }) => pages * policy.spacingMs));
      expect(seconds).toBeGreaterThanOrEqual(Math.floor(slowest / 1_000));
    }),
  );
});

test('hosts that answer within their delay take what the slots of the slowest of them take, and seconds around it', () => {
  fc.assert(
    fc.property(work, fc.integer({ min: 2_000, max: 20_000 }), (facts, spacingMs) => {
      const ready = withHosts(facts, ({ policy }) => ({ policy: { ...policy, spacingMs }, responseMs: 1 }));
      const slots = Math.max(0, ...ready.hosts.map(({ pages, policy }) => pages * slotSpacing(policy)));
      const before = Math.max(0, ...ready.hosts.map(({ policy }) => slotSpacing(policy)));
      const { seconds } = estimateWork(ready);
      expect(seconds).toBeLessThanOrEqual(3 + (slots + (ready.robots + ready.sitemaps) * before) / 1_000);
    }),
  );
});

test('a host that is asked more slowly never takes less time or money, and waits at no function for longer than slots do', () => {
  fc.assert(
    fc.property(work, fc.nat(20_000), (facts, slower) => {
      const calm = withHosts(facts, ({ policy }) => ({
        policy: { ...policy, spacingMs: policy.spacingMs + slower },
      }));
      expect(estimateWork(calm).seconds).toBeGreaterThanOrEqual(estimateWork(facts).seconds);
      expect(total(calm)).toBeGreaterThanOrEqual(total(facts));
      const { pages, cost } = estimateWork({ ...calm, robots: 0, sitemaps: 0, browserShare: 0 });
      const perPage = (cost.units.lambdaMs['fetch-pages'] ?? 0) / Math.max(1, pages);
      expect(perPage).toBeLessThanOrEqual(limits.slotPatienceMs + 1);
    }),
  );
});

test('the parts of its cost are the whole, and tokens cost what the model does', () => {
  fc.assert(
    fc.property(work, (facts) => {
      const { cost, tokens } = estimateWork(facts);
      const parts = [cost.lambda, cost.dynamodb, cost.sqs, cost.s3, cost.apiGateway, cost.llm ?? 0];
      expect(cost.total).toBeCloseTo(
        parts.reduce((sum, part) => sum + part, 0),
        7,
      );
      if (facts.model !== null)
        expect(cost.llm).toBeCloseTo((tokens.input * 0.1 + tokens.output * 0.5) / 1e6, 8);
      else expect([cost.llm, tokens.input]).toEqual([0, 0]);
    }),
  );
});

test('what a model costs that nobody has priced is not known, rather than nothing', () => {
  const unpriced = { model: 'new', inputTokens: 100, outputTokens: 10, price: null };
  const host = { host: 'a.example', pages: 3, policy: { spacingMs: 0, concurrency: 3 }, responseMs: 100 };
  const { cost, tokens } = estimateWork({
    hosts: [host],
    robots: 0,
    sitemaps: 0,
    browserShare: 0,
    model: unpriced,
  });
  expect([cost.llm, cost.total, tokens]).toEqual([null, null, { input: 300, output: 30 }]);
});

test('a request for no page takes no time', () => {
  const nothing = estimateWork({ hosts: [], robots: 0, sitemaps: 0, browserShare: 0, model: null });
  expect([nothing.pages, nothing.seconds, nothing.requests.total]).toEqual([0, 0, 0]);
});
