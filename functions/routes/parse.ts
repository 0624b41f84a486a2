import { createHash } from 'node:crypto';
import { putObject } from '../../lib/aws/objects.ts';
import { awaitPage } from '../../lib/deliver/await-page.ts';
import { scrapeAnswer } from '../../lib/deliver/scrape-answer.ts';
import { seedPages } from '../../lib/frontier/start-job.ts';
import { limits } from '../../lib/limits.ts';
import { readUpload } from '../../lib/request/upload.ts';
import { json, refuse, type HttpAnswer, type HttpRequest, type Route } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';
import { holdRequest } from './hold-request.ts';

/**
 * The address of a file that has none: a name that RFC 2606 keeps out of DNS, and the hash of its bytes, so that the same file
 * is the same page.
 */
const addressOf = (hash: string, filename: string): string =>
  `https://upload.invalid/${hash.slice(0, 32)}/${encodeURIComponent(filename)}`;

const parse = async (dependencies: ApiDependencies, request: HttpRequest): Promise<HttpAnswer> => {
  const read = await readUpload(request.bytes, request.headers['content-type'] ?? '');
  if (!read.ok) return refuse(read.failure);
  const { bytes, filename, contentType, options } = read.upload;
  const hash = createHash('sha256').update(bytes).digest('hex');
  const key = `uploads/${hash}`;
  const held = await holdRequest(dependencies, request, {
    submission: {
      kind: 'scrape',
      body: { ...options, url: addressOf(hash, filename) },
      upload: { key, contentType },
    },
    prepare: async () => await putObject(dependencies.envelopes, key, bytes, contentType),
    timeoutCode: 'SCRAPE_TIMEOUT',
    what: 'file',
    holdMs: limits.scrapeHoldMs,
    timeoutMsOf: (job) => job.request.scrape.timeoutMs,
    awaitEnd: async (job, deadline) => {
      const [page] = seedPages(job, [job.request.url]);
      return await awaitPage(dependencies, job.id, page?.hash ?? '', deadline);
    },
  });
  if (!held.ok) return held.answer;
  const { job, ended, warning } = held;
  const answer = await scrapeAnswer(dependencies.envelopes, ended, job.request.scrape.formats);
  if (!answer.ok) return refuse(answer.failure);
  const facts = { scrapeId: job.id, sourceURL: filename, url: filename, creditsUsed: 1 };
  return json(200, {
    success: true,
    data: { ...answer.document, metadata: { ...answer.document.metadata, ...facts } },
    ...(warning === undefined ? {} : { warning }),
  });
};

/** POST /v2/parse: a file instead of a URL, read as a page is. */
export const parseRoute = (dependencies: ApiDependencies): Route => ({
  method: 'POST',
  path: '/v2/parse',
  answer: (request) => parse(dependencies, request),
});
