/**
 * What `finish-job` takes for the largest job: its heap and its CPU, over a table that holds the job's pages.
 *
 *   npm run bench:finish -- --pages 1000000
 *
 * The heap is held to what the function has (`heapMb` in `infra/functions.ts`), so a job that does not fit ends the
 * process.
 */
import { BatchWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { createHash } from 'node:crypto';
import { commandArguments, refuseArguments } from '../../test/command-line/command-arguments.ts';
import { functionSpecs } from '../../infra/functions.ts';
import { jobKey, pageKey } from '../../lib/keys/table-keys.ts';
import { limits } from '../../lib/limits/limits.ts';
import { finishJob } from '../../lib/steps/finish-job/finish-job.ts';
import { endEarly } from '../../lib/steps/protocol/end-job.ts';
import { getJob } from '../../lib/store/jobs/get-job.ts';
import { undisturbed } from '../../test/harness/leaky-queues.ts';
import { startPipeline, startStores } from '../../test/harness/pipeline.ts';

const { values } = commandArguments('npm run bench:finish', {
  options: { pages: { type: 'string', default: '100000' } },
});
const count = Number(values.pages);
if (!(count >= 1 && count <= limits.crawlPagesMax))
  refuseArguments(`--pages ${values.pages}: expected a number from 1 to ${limits.crawlPagesMax}`);

const [batchItems, batchesAtOnce, hosts, childrenOfPage, failedEvery] = [25, 8, 3_000, 10, 50] as const;

const hex = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length);
const urlOf = (index: number): string =>
  `https://host-${index % hosts}.example.org/section/${index % 97}/a-page-with-a-longer-name-${index}`;

/** The first page is the one that the job was put together with. */
let root = '';
const hashOf = (index: number): string => (index === 0 ? root : hex(`page ${index}`, 32));

/** A page as a crawl of linked sites leaves it: every tenth of a tree is a parent, and a fiftieth failed. */
const pageItem = (job: string, index: number): Record<string, unknown> => {
  const at = Date.UTC(2026, 0, 1) + index;
  const url = urlOf(index);
  const hash = hashOf(index);
  const children = Array.from({ length: childrenOfPage }, (_, child) => index * childrenOfPage + child + 1);
  const ended =
    index % failedEvery === 1
      ? { state: 'failed', code: 'HTTP_NOT_FOUND', status: 404, message: `Cannot fetch ${url}: not found` }
      : {
          state: 'done',
          status: 200,
          title: `The title of page ${index}`,
          envelopeKey: `staged/${new URL(url).host}/2026-01-01/${hex(url, 40)}/${hex(`of ${index}`, 64)}.json`,
          contentHash: `sha256:${hex(`of ${index}`, 64)}`,
          simhash: hex(`words ${index}`, 16),
          contentBytes: 12_000,
          envelopeBytes: 30_000,
          language: 'en',
          changeType: 'new',
        };
  return {
    ...pageKey(job, hash),
    kind: 'page',
    hash,
    job,
    url,
    depth: index === 0 ? 0 : Math.ceil(Math.log10(index * 9 + 10)) - 1,
    ...(index === 0 ? {} : { parent: hashOf(Math.floor((index - 1) / childrenOfPage)) }),
    position: index % childrenOfPage,
    attempts: 0,
    admittedAt: at,
    touchedAt: at,
    finishedAt: at,
    by: hex(`by ${index}`, 24),
    finishedBy: hex(`end ${index}`, 24),
    children: children.filter((child) => child < count).map(hashOf),
    tier: 'http',
    requests: [{ at, url, tier: 'http', retry: 0, ms: 312, bytes: 20_000, status: 200 }],
    ...ended,
  };
};

const stores = await startStores();
try {
  const pipeline = startPipeline(stores, { allow: [], hosts: {}, disturbance: undisturbed, seed: 1 });
  const submitted = await pipeline.submit('crawl', { url: urlOf(0), limit: count });
  if (!submitted.ok) throw new Error(submitted.failure.message);
  const { id } = submitted.job;
  const [first] = await pipeline.pages(id);
  root = first?.hash ?? '';
  const putBatch = async (from: number): Promise<void> => {
    const some = Array.from({ length: Math.min(batchItems, count - from) }, (_, at) =>
      pageItem(id, from + at),
    );
    const RequestItems = { [stores.table.name]: some.map((Item) => ({ PutRequest: { Item } })) };
    await stores.table.documents.send(new BatchWriteCommand({ RequestItems }));
  };
  for (let from = 0; from < count; from += batchItems * batchesAtOnce) {
    const starts = Array.from({ length: batchesAtOnce }, (_, batch) => from + batch * batchItems);
    await Promise.all(starts.filter((start) => start < count).map(putBatch));
    if (from % 20_000 === 0) process.stderr.write(`\r${from} pages stored `);
  }
  const failed = Math.floor((count + failedEvery - 2) / failedEvery);
  await stores.table.documents.send(
    new UpdateCommand({
      TableName: stores.table.name,
      Key: jobKey(id),
      UpdateExpression: 'SET admitted = :all, finished = :all, done = :done, failed = :failed, #open = :none',
      ExpressionAttributeNames: { '#open': 'open' },
      ExpressionAttributeValues: { ':all': count, ':done': count - failed, ':failed': failed, ':none': 0 },
    }),
  );
  await endEarly(
    pipeline.submitting,
    { id, team: 'default' },
    { outcome: 'cancelled', code: 'JOB_CANCELLED' },
  );
  const cpu = process.cpuUsage();
  let heap = 0;
  const sampling = setInterval(() => (heap = Math.max(heap, process.memoryUsage().heapUsed)), 50);
  const noted: object[] = [];
  const outcome = await finishJob(
    {
      ...pipeline.submitting,
      envelopes: stores.envelopes,
      announce: async () => await Promise.resolve(),
      announceAlert: async () => await Promise.resolve(),
      log: (message, fields) => void noted.push({ message, ...fields }),
    },
    id,
  );
  clearInterval(sampling);
  const { user, system } = process.cpuUsage(cpu);
  const { done, failed: failedPages } = (await getJob(stores.table, id)) ?? {};
  console.log(
    JSON.stringify({
      pages: count,
      outcome,
      done,
      failed: failedPages,
      heapMB: Math.round(heap / 1e6),
      heapBytesAPage: Math.round(heap / count),
      memoryMB: functionSpecs.find(({ name }) => name === 'finish-job')?.memoryMb,
      cpuMsAPage: Number(((user + system) / 1_000 / count).toFixed(3)),
      noted,
    }),
  );
} finally {
  await stores.stop();
}
