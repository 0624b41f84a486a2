import { join, relative } from 'node:path';
import { findInstance } from '../../cli/api/find-instance.ts';
import { writeOut } from '../../cli/output/write-output.ts';
import type { Launched } from '../launch.ts';
import type { StartArguments } from './arguments.ts';
import { monitorAddress, startCrawl, unfinishedCrawls, type CrawlStatus } from './call-api.ts';
import type { CrawlChoice } from './choose-crawl.ts';
import { followCrawl } from './follow-crawl.ts';
import { showExtraction } from './show-extraction.ts';
import { showStartProgress } from './show-progress.ts';
import { keepStarted, noteStarted } from './started-crawls.ts';
import { changePath } from '../sample-site/serve-sample-site.ts';
import { writeSampleManifest } from './write-sample-manifest.ts';
import { changeSteps, crawlLine, moreLines, nextSteps, outcomeLine, pageTable } from './summary.ts';

const say = (text: string): void => void writeOut(text);

/** Returns the folder in which envelopes are files. */
const envelopeFolder = ({ plan }: Launched, dataDir: string): string => {
  const bucket = plan.outputs['EnvelopeBucket'] ?? 'envelopes';
  return relative(process.cwd(), join(dataDir, 's3', bucket, 'staged')) || '.';
};

/** Whether a command that is started in this folder, with this environment, asks this stack with its key. */
const isFoundHere = ({ url, key }: Launched): boolean => {
  const found = findInstance({});
  return !('malformed' in found) && found.url === url && found.key === key;
};

const follow = async (
  running: Launched,
  crawl: { readonly id: string; readonly url: string; readonly isSample: boolean },
  signal: AbortSignal,
): Promise<CrawlStatus | undefined> => {
  const ended = await followCrawl(running, crawl.id, showStartProgress(process.stdout), signal);
  if (!ended) return undefined;
  const { counts, data } = ended;
  say(`${outcomeLine(ended)}\n${pageTable(data)}`);
  say(moreLines({ id: crawl.id, counts, shown: data.length, isSample: crawl.isSample }));
  return ended;
};

/**
 * Continues what an earlier start left unfinished, crawls what was chosen, and prints the results. Follows an
 * unfinished crawl of the same URL instead of starting it twice.
 *
 * @returns false when a crawl did not complete.
 */
export const crawlAndReport = async (
  running: Launched,
  asked: StartArguments,
  choice: CrawlChoice,
  signal: AbortSignal,
): Promise<boolean> => {
  const envelopes = envelopeFolder(running, asked.dataDir);
  say(
    nextSteps({
      ...running,
      envelopes,
      monitor: await monitorAddress(running),
      page: choice.url,
      isFound: isFoundHere(running),
    }),
  );
  const unfinished = await unfinishedCrawls(running);
  keepStarted(
    asked.dataDir,
    unfinished.map((it) => it.url),
  );
  const same = unfinished.find((it) => it.url === choice.url);
  for (const crawl of unfinished) say(`Continuing the crawl of ${crawl.url} (${crawl.id})\n`);
  if (same && asked.limit !== undefined) {
    say('It continues with the options it was started with. To use others, cancel it and start again.\n');
  }
  if (asked.idle) return true;

  let completed = true;
  const { url, opened, sample } = choice;
  if (url !== undefined) {
    if (!same) {
      const samplePort = asked.url === undefined ? sample?.port : undefined;
      noteStarted(asked.dataDir, {
        url,
        allow: [...opened],
        ...(samplePort === undefined ? {} : { samplePort }),
      });
      say(crawlLine(url, asked));
    }
    const id = same?.id ?? (await startCrawl(running, url, asked.limit));
    if (!same) say(`The crawl's id is ${id}\n`);
    const isSample = asked.url === undefined && sample !== undefined;
    const status = await follow(running, { id, url, isSample }, signal);
    completed = status?.status === 'completed';
    if (completed && sample !== undefined && asked.url === undefined && !signal.aborted)
      say(`\n${await showExtraction(running, sample.origin)}`);
    if (isSample && !asked.once && !signal.aborted)
      say(changeSteps(writeSampleManifest(asked.dataDir, sample.origin), `${sample.origin}${changePath}`));
  }
  for (const crawl of unfinished.filter((it) => it !== same)) {
    if (signal.aborted) break;
    const status = await follow(running, { ...crawl, isSample: false }, signal);
    completed &&= status?.status === 'completed';
  }
  if (!signal.aborted) {
    const left = await unfinishedCrawls(running);
    keepStarted(
      asked.dataDir,
      left.map((it) => it.url),
    );
  }
  return completed;
};
