import { say } from '../../cli/output/write-output.ts';
import { once } from 'node:events';
import { makeFolder } from '../../cli/output/make-folder.ts';
import type { Launched } from '../launch.ts';
import { tellOpenImport } from '../open-import.ts';
import type { StartArguments } from './arguments.ts';
import { chooseCrawl } from './choose-crawl.ts';
import { crawlAndReport } from './crawl-and-report.ts';
import { fullDiskMessage } from './full-disk.ts';
import { launchAtPort } from './launch-at-port.ts';
import { readModelKeys } from './read-model-keys.ts';

/** What has not ended after this time is killed. */
const stopMs = 4_000;

/**
 * Starts everything, crawls, and stays up until Ctrl-C (or until the crawl is over, with `--once`). A second Ctrl-C
 * ends at once.
 *
 * @returns the exit code.
 */
export const run = async (asked: StartArguments): Promise<number> => {
  const stopping = new AbortController();
  let running: Launched | undefined;
  const interrupt = (): void => {
    if (stopping.signal.aborted) {
      void running?.kill();
      process.exit(130);
    }
    stopping.abort();
    process.stdout.write('\nStopping (Ctrl-C again to force)\n');
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  process.on('SIGHUP', interrupt);
  // Its children end with it, and the next start continues their work.
  process.on('uncaughtException', (error) => {
    say(`\n${fullDiskMessage(error, asked.dataDir) ?? error.stack ?? error.message}`);
    process.exit(1);
  });

  const beganAt = performance.now();
  process.stdout.write(
    'Starting Gleaner: bundling the functions, starting the stores (about 15 s the first time)\n',
  );
  const unusable = makeFolder(asked.dataDir);
  if (unusable !== null)
    throw new Error(`Cannot keep data in ${asked.dataDir}: ${unusable}. Choose another folder with --data`);
  const unfinished = await tellOpenImport(asked.dataDir);
  if (unfinished !== null) say(`${unfinished}\n`);
  const choice = await chooseCrawl(asked);
  try {
    const { dataDir, key, inproc, dynamodb, concurrency, asAws, llm, fetchers, fetcherKeys } = asked;
    const modelKeys = await readModelKeys(asked.modelKeys, asked.keysFile);
    // Everything that is crawled here can be searched here.
    const place = (['postgres', 'qdrant'] as const).find((name) => modelKeys[name] !== undefined);
    const corpus = place === undefined ? 'main,all' : `main,all,${place}`;
    const named = { ...(llm === undefined ? {} : { llm }), ...(fetchers === undefined ? {} : { fetchers }) };
    const options = { corpus, ...choice.settings, ...named };
    running = await launchAtPort(asked.port, {
      dataDir,
      key,
      inproc,
      dynamodb,
      concurrency,
      asAws,
      modelKeys,
      fetcherKeys,
      options,
    });
    const seconds = ((performance.now() - beganAt) / 1_000).toFixed(1);
    process.stdout.write(`Gleaner is up at ${running.url} after ${seconds} s\n`);
    const completed =
      stopping.signal.aborted || (await crawlAndReport(running, asked, choice, stopping.signal));
    if (asked.once) return completed && !stopping.signal.aborted ? 0 : 1;
    if (!stopping.signal.aborted) {
      process.stdout.write('Press Ctrl-C to stop.\n');
      await once(stopping.signal, 'abort');
    }
    return 0;
  } finally {
    const force = setTimeout(() => {
      void running?.kill();
      process.exit(1);
    }, stopMs);
    await running?.stop();
    await choice.sample?.close();
    clearTimeout(force);
  }
};
