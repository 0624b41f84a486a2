import { createHash } from 'node:crypto';
import { uploadKey, uploadUrl } from '../../lib/envelope/upload-place.ts';
import { putObject } from '../../lib/store/objects.ts';
import { readUpload } from '../../lib/request/upload.ts';
import { refuse, type HttpResponse, type HttpRequest } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';
import { respondWithPage, longPollPage } from './long-poll-page.ts';
import { withUploadNamed } from './with-upload-named.ts';

/** Reads an uploaded file as a page is read. */
export const parseHandler = async (
  dependencies: ApiDependencies,
  request: HttpRequest,
): Promise<HttpResponse> => {
  const read = await readUpload(request.bytes, request.headers['content-type'] ?? '');
  if (!read.ok) return refuse(read.failure);
  const { bytes, filename, contentType, options } = read.upload;
  const hash = createHash('sha256').update(bytes).digest('hex');
  const key = uploadKey(hash);
  const url = uploadUrl(hash, filename);
  const held = await longPollPage(dependencies, request, {
    submission: {
      kind: 'scrape',
      body: { ...options, url },
      upload: { key, contentType },
    },
    prepare: async () => await putObject(dependencies.envelopes, key, bytes, contentType),
    what: 'file',
  });
  const facts = { sourceURL: filename, url: filename, creditsUsed: 1 };
  const answer = held.ok ? await respondWithPage(dependencies, held, facts) : held.answer;
  return withUploadNamed(answer, url);
};
