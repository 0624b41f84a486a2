import type { ServerResponse } from 'node:http';
import { Readable, type Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createBrotliCompress, createGzip, createZstdCompress, gzipSync } from 'node:zlib';
import { limits } from '../../lib/limits/limits.ts';

/**
 * So many megabytes of spaces through a coder, piece by piece: in one buffer, making them would be the peak of the
 * process, whatever the work takes after it.
 */
const blanks = (megabytes: number, coder: Transform): Promise<Buffer> =>
  buffer(Readable.from(Array.from({ length: megabytes }, () => megabyte)).pipe(coder));
const megabyte = Buffer.alloc(1_000_000, 0x20);

export const htmlHeaders = { 'content-type': 'text/html; charset=utf-8' };
const filled = (part: string, bytes: number): string => part.repeat(Math.ceil(bytes / part.length));

const coded = (coding: string, body: Buffer) => (response: ServerResponse) =>
  void response.writeHead(200, { ...htmlHeaders, 'content-encoding': coding }).end(body);
const page =
  (body: string, type = htmlHeaders['content-type']) =>
  (response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': type }).end(body);
/** Writes as fast as it is read, or a byte now and then, until somebody hangs up. */
const endless = (response: ServerResponse): void => {
  response.writeHead(200, htmlHeaders);
  const more = (): void => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536, 0x61)));
  };
  response.on('drain', more);
  more();
};
const dripping = (response: ServerResponse): void => {
  response.writeHead(200, htmlHeaders);
  const timer = setInterval(() => response.write('a'), 50);
  response.on('close', () => clearInterval(timer));
};
const refused = (response: ServerResponse): void => {
  try {
    response.writeHead(
      200,
      Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`x-${n}`, 'v'.repeat(40)])),
    );
    response.end('x');
  } catch {
    response.destroy();
  }
};

/** What a site answers with, and how the page ends. */
export const siteAttacks: Readonly<
  Record<string, readonly [end: string, answer: (response: ServerResponse) => void]>
> = {
  gzip: ['failed RESPONSE_BOMB', coded('gzip', await blanks(100, createGzip()))],
  brotli: ['failed RESPONSE_BOMB', coded('br', await blanks(200, createBrotliCompress()))],
  zstd: ['failed RESPONSE_BOMB', coded('zstd', await blanks(200, createZstdCompress()))],
  nested: ['failed RESPONSE_BOMB', coded('gzip, gzip', gzipSync(await blanks(200, createGzip())))],
  endless: ['failed RESPONSE_TOO_LARGE', endless],
  slow: ['failed TIMEOUT', dripping],
  silent: ['failed TIMEOUT', () => undefined],
  announced: [
    'failed RESPONSE_TOO_LARGE',
    (response) => void response.writeHead(200, { ...htmlHeaders, 'content-length': '200000000' }).write('x'),
  ],
  headers: ['failed RESPONSE_TOO_LARGE', refused],
  'nested-elements': ['done', page(`<body>${'<div>'.repeat(limits.domNodesMax - 10)}deep words`)],
  'nested-lists': ['done', page(`<body>${'<ul><li>'.repeat(limits.domNodesMax / 2 - 10)}deep words`)],
  'nested-json': ['done', page('['.repeat(1_000_000), 'application/json')],
  // A page that is too long is read from its beginning, and this one has no text there.
  'too-many-elements': ['failed CONTENT_EMPTY', page('<b>'.repeat(limits.domNodesMax + 1))],
  'words-before-them': ['done', page(`<p>words</p>${'<b>'.repeat(limits.domNodesMax + 1)}`)],
  'less-than': ['done', page(`<p>words</p>${filled('<', 3_000_000)}`)],
  attributes: ['done', page(`<p ${filled('a=b ', 2_000_000)}>words</p>`)],
  links: [
    'done',
    page(
      `<p>words</p>${Array.from({ length: 300_000 }, (_, n) => `<a href="/link/${n}">${n}</a>`).join('')}`,
    ),
  ],
};
