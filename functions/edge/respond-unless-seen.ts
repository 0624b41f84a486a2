import { createHash } from 'node:crypto';
import type { HttpResponse, OpenRequest } from './http.ts';

/** Adds an ETag to an answer; answers 304 without a body if the client has the same (RFC 9110, section 13.1.2). */
export const respondUnlessSeen = (
  request: Pick<OpenRequest, 'headers'>,
  answer: HttpResponse,
): HttpResponse => {
  const etag = `"${createHash('sha256').update(answer.body).digest('base64url').slice(0, 22)}"`;
  const headers = { ...answer.headers, etag };
  const seen = request.headers['if-none-match']?.split(',').map((each) => each.trim().replace(/^W\//, ''));
  return seen?.includes(etag) === true ? { statusCode: 304, headers, body: '' } : { ...answer, headers };
};
