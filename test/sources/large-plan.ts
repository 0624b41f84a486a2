import type { SQSClient } from '@aws-sdk/client-sqs';
import { createHosts, noHosts } from '../../lib/fetch/politeness/host-policies.ts';
import { parseManifest, type Manifest } from '../../lib/source/manifest.ts';
import { applyManifest } from '../../lib/steps/manage-sources/apply-manifest.ts';
import { planManifest, type ManifestPlan } from '../../lib/steps/manage-sources/plan-manifest.ts';
import { testSealing } from '../harness/test-sealing.ts';
import { memoryStores } from './memory-stores.ts';

const team = 'harbour';

/** A manifest of so many sources, each on a host of its own, as somebody writes it. */
export const makeLargeManifest = (version: string, count: number, more: object = {}): Manifest => {
  const sources = Array.from({ length: count }, (_, at) => ({
    id: `source-${at}`,
    url: `https://www-${at}.example.gov/rules/`,
    method: 'crawl',
    group: at % 2 === 0 ? 'federal' : 'state',
    scrape_config: { include_patterns: ['/rules/*'], exclude_patterns: ['*/print'], max_depth: 3 },
    metadata: { agency: `Agency ${at}`, citation: `12 C.F.R. Part ${at}` },
    ...more,
  }));
  const groups = {
    federal: { frequency: 'weekly', window: { from: '02:00', to: '06:00' }, timezone: 'America/New_York' },
    state: { frequency: 'monthly', priority: 'low' },
  };
  const parsed = parseManifest({ version, name: 'tides', groups, sources });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.manifest;
};

const noSend = async (): Promise<never> => await Promise.reject(new Error('Nothing is sent here'));

/** Plans and applies over stores that count what is read and written. */
export const openPlanner = () => {
  const calls: string[] = [];
  const stores = memoryStores(async (call, act) => {
    calls.push(call.name);
    return await Promise.resolve(act(call));
  });
  const dependencies = {
    ...testSealing,
    table: stores.table,
    sources: stores.bucket,
    pepper: async () => await Promise.resolve('pepper'),
    now: () => Date.UTC(2026, 0, 1),
    checkFetcher: async () => await Promise.resolve(null),
    policies: { delaySeconds: 2, hosts: createHosts(noHosts) },
    random: () => 0.5,
    sleep: async () => await Promise.resolve(),
    log: () => {},
    queues: { client: { send: noSend } as unknown as SQSClient, deliver: 'deliver' },
    announceAlert: async () => await Promise.resolve(),
  };
  return {
    /** Names of the calls of the table and the bucket. */
    calls,
    plan: async (manifest: Manifest): Promise<ManifestPlan> =>
      await planManifest(dependencies, team, manifest, { prune: false }),
    apply: async (manifest: Manifest): Promise<void> => {
      const applied = await applyManifest(dependencies, { team, by: 'key', manifest, prune: false });
      if (!applied.ok) throw new Error(applied.failure.message);
    },
  };
};
