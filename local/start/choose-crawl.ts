import type { Settings } from '../../infra/options.ts';
import { serveSampleSite, type SampleSite } from '../sample-site/serve-sample-site.ts';
import { noHosts, type HostsDocument } from '../../lib/fetch/politeness/host-policies.ts';
import type { StartArguments } from './arguments.ts';
import { addressesToOpen, openRange } from './open-addresses.ts';
import { readStartedCrawls } from './started-crawls.ts';

/** The sample site can take more requests than a stranger's server. */
const sampleDelaySeconds = 0.05;

interface GivenFiles {
  readonly hosts: HostsDocument | undefined;
  readonly schedules: NonNullable<Settings['schedules']>;
}

/** Reads the files that are named. What reads them is loaded only then: it has the schemas of all requests. */
const readFiles = async (asked: StartArguments): Promise<GivenFiles> => {
  if (asked.hosts === undefined && asked.schedules === undefined) return { hosts: undefined, schedules: [] };
  const { readHostsFile } = await import('./read-hosts-file.ts');
  const { readSchedulesFile } = await import('./read-schedules-file.ts');
  return {
    hosts: asked.hosts === undefined ? undefined : await readHostsFile(asked.hosts),
    schedules:
      asked.schedules === undefined ? [] : await readSchedulesFile(asked.schedules, asked.allowScripts),
  };
};

/** What to crawl, and which addresses and sites this crawl and unfinished crawls need. */
export interface CrawlChoice {
  /** Undefined with `--idle`. */
  readonly url: string | undefined;
  /** Addresses opened for this crawl, which are remembered until it is over. */
  readonly opened: readonly string[];
  readonly sample: SampleSite | undefined;
  readonly settings: Settings;
}

/** The usual port of the site: sources know it by its address, over restarts. */
const samplePortUsual = 8915;

const serveSampleAt = async (port = samplePortUsual): Promise<SampleSite> => {
  // An unfinished crawl knows the site by its port. If another program has that port now, a new site is a new crawl.
  return await serveSampleSite({ port }).catch(() => serveSampleSite({ port: 0 }));
};

const withSample = (document: HostsDocument, { port }: SampleSite, delay: number): HostsDocument => ({
  ...document,
  hosts: { ...document.hosts, [`127.0.0.1:${port}`]: { delay } },
});

/**
 * Decides what to crawl, serves the sample site if it is wanted, and collects the settings that a deployment would get.
 */
export const chooseCrawl = async (asked: StartArguments): Promise<CrawlChoice> => {
  const { hosts, schedules } = await readFiles(asked);
  const before = readStartedCrawls(asked.dataDir);
  const samplePort = before.find((it) => it.samplePort !== undefined)?.samplePort;
  const wantsSample = asked.url === undefined && !asked.idle;
  const sample = wantsSample || samplePort !== undefined ? await serveSampleAt(samplePort) : undefined;
  const url = wantsSample ? sample?.url : asked.url;
  const sampleRange = sample ? [openRange('127.0.0.1', sample.port)] : [];
  const opened = asked.url === undefined ? [] : await addressesToOpen(asked.url);
  const allow = [
    ...new Set([...asked.allow, ...opened, ...sampleRange, ...before.flatMap((it) => it.allow)]),
  ];
  return {
    url,
    opened,
    sample,
    settings: {
      allow,
      ...(asked.resolve.length === 0 ? {} : { resolve: [...asked.resolve] }),
      allowScripts: asked.allowScripts,
      ...(schedules.length === 0 ? {} : { schedules }),
      ...(asked.search === undefined ? {} : { search: asked.search }),
      ...(asked.delaySeconds === undefined ? {} : { delaySeconds: asked.delaySeconds }),
      ...(sample
        ? { hosts: withSample(hosts ?? noHosts, sample, asked.delaySeconds ?? sampleDelaySeconds) }
        : hosts === undefined
          ? {}
          : { hosts }),
    },
  };
};
