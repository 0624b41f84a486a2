import { readContent, type ContentRead } from '../content/read-content.ts';
import { contentTypeOf } from '../fetch/content-type.ts';
import { encodingOf } from '../fetch/decode.ts';
import type { Fetched } from '../fetch/fetched.ts';
import type { ScrapeOptions } from '../request/order.ts';

const marks: Readonly<Record<string, readonly number[]>> = {
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
};

/** The body with the mark of its UTF-16, which text without one would be taken for binary data. */
const marked = (body: Uint8Array, contentType: string | undefined): Uint8Array => {
  if (!body.subarray(0, 64).includes(0)) return body;
  const mark = marks[encodingOf(body.subarray(0, 4_096), contentType)];
  if (mark === undefined || (body[0] === mark[0] && body[1] === mark[1])) return body;
  return Buffer.concat([Buffer.from(mark), body]);
};

/** Reads what was fetched as what its bytes say it is, where the server says something else. */
export const readFetched = (fetched: Fetched, options: ScrapeOptions): ContentRead => {
  const contentType = contentTypeOf(fetched.headers['content-type'], fetched.body);
  const headers =
    contentType === undefined ? fetched.headers : { ...fetched.headers, 'content-type': contentType };
  return readContent({ ...fetched, headers, body: marked(fetched.body, contentType) }, options);
};
