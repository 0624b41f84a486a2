/**
 * A batch of very many URLs on the whole laptop stack: accepted in one request, admitted in portions, fetched, and read
 * back, every page once.
 *
 *   npm run bench:batch -- --urls 10000 --hosts 200
 */
import { commandArguments } from '../../test/command-line/command-arguments.ts';
import { limits } from '../../lib/limits/limits.ts';
import { waitFor } from './measure-crawl.ts';
import { startMeasuredStack } from './measured-stack.ts';
import { wholeNumber } from './whole-number.ts';

const { values } = commandArguments('npm run bench:batch', {
  options: { urls: { type: 'string', default: '10000' }, hosts: { type: 'string', default: '200' } },
});
const count = wholeNumber(values.urls, limits.batchUrlsMax);

const stack = await startMeasuredStack(count, wholeNumber(values.hosts, 200));
const seconds = (since: number): number => Math.round((performance.now() - since) / 1_000);
try {
  const urls = stack.web.first.slice(0, count);
  const began = performance.now();
  const { id, invalidURLs } = await stack.ask('POST', '/v2/batch/scrape', { urls, formats: ['markdown'] });
  const path = `/v2/batch/scrape/${String(id)}`;
  const acceptedAfter = seconds(began);
  let [fetchedFirstAfter, shown] = [0, 0];
  await waitFor(
    stack,
    path,
    (done) => {
      if (done > 0 && fetchedFirstAfter === 0) fetchedFirstAfter = seconds(began);
      if (done - shown < 500) return;
      shown = done;
      process.stderr.write(`\r${done} of ${count} pages after ${seconds(began)} s `);
    },
    // Nothing is fetched before all is admitted.
    30 * 60_000,
  );
  const completedAfter = seconds(began);
  const { completed, total } = await stack.ask('GET', `${path}?limit=0`);
  const read: string[] = [];
  for (let skip = 0; skip < count;) {
    const { data } = await stack.ask('GET', `${path}?skip=${skip}&limit=${limits.resultsPerPageMax}`);
    const found = data as readonly { readonly metadata: { readonly sourceURL: string } }[];
    if (found.length === 0) break;
    read.push(...found.map(({ metadata }) => metadata.sourceURL));
    skip = read.length;
  }
  const isInOrder = read.length === urls.length && read.every((url, index) => url === urls[index]);
  console.log(
    JSON.stringify({
      urls: count,
      invalid: (invalidURLs as readonly string[]).length,
      acceptedAfter,
      fetchedFirstAfter,
      completedAfter,
      readAfter: seconds(began),
      completed,
      total,
      read: read.length,
      isInOrder,
    }),
  );
  if (!isInOrder) process.exitCode = 1;
} finally {
  await stack.stop();
}
