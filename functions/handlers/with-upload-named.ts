import { nameUpload, readUploadName } from '../../lib/envelope/upload-place.ts';
import type { HttpResponse } from '../edge/http.ts';

/**
 * Names a file that a client sent as the client did, in an answer about it. An answer about another page is not read.
 */
export const withUploadNamed = (answer: HttpResponse, url: string): HttpResponse =>
  readUploadName(url) === null
    ? answer
    : { ...answer, body: JSON.stringify(nameUpload(JSON.parse(answer.body), url)) };
