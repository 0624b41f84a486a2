import { createHash } from 'node:crypto';
import type { HttpAnswer, OpenRequest } from './http.ts';

/** An answer with its ETag; 304 without its body where the client holds the same (RFC 9110, section 13.1.2). */
export const answerUnlessSeen = (request: Pick<OpenRequest, 'headers'>, answer: HttpAnswer): HttpAnswer => {
  const etag = `"${createHash('sha256').update(answer.body).digest('base64url').slice(0, 22)}"`;
  const headers = { ...answer.headers, etag };
  const seen = request.headers['if-none-match']?.split(',').map((each) => each.trim().replace(/^W\//, ''));
  return seen?.includes(etag) === true ? { statusCode: 304, headers, body: '' } : { ...answer, headers };
};
