import { expect, test } from 'vitest';
import { limits } from '../limits/limits.ts';
import { nestingMax } from './nesting.ts';
import { readUpload, type UploadRead } from './upload.ts';

const send = async (
  file: { name: string; type?: string; text?: string },
  options?: string,
): Promise<UploadRead> => {
  const form = new FormData();
  if (options !== undefined) form.set('options', options);
  form.set('file', new Blob([file.text ?? 'content'], { type: file.type ?? '' }), file.name);
  const sent = new Response(form);
  const type = sent.headers.get('content-type') ?? '';
  return await readUpload(new Uint8Array(await sent.arrayBuffer()), type);
};
const messageOf = (read: UploadRead): string => (read.ok ? 'accepted' : read.failure.message);

test.each([
  ['a.html', 'text/plain; charset=utf-8', 'text/html; charset=utf-8'],
  ['a.HTM', '', 'text/html'],
  ['a.pdf', 'application/octet-stream', 'application/pdf'],
  ['notes.md', 'text/plain', 'text/markdown'],
  ['notes', 'text/html', 'text/html'],
  ['notes', '', 'application/octet-stream'],
  ['a.docx', 'application/msword', 'application/msword'],
])('%s that is sent as %j is %s: the name decides before the type', async (name, type, wanted) => {
  const read = await send({ name, type });
  expect(read.ok && read.upload.contentType).toBe(wanted);
});

test('bytes and name come through, and options may be left out', async () => {
  const read = await send({ name: 'ä "b".txt', text: 'línea' });
  expect(read).toMatchObject({ ok: true, upload: { filename: 'ä "b".txt', options: {} } });
  expect(read.ok && Buffer.from(read.upload.bytes).toString()).toBe('línea');
});

test('a name that is cut within a character is still one that an address can hold', async () => {
  const read = await send({ name: `${'a'.repeat(199)}\u{1f989}.txt` });
  expect(read.ok && encodeURIComponent(read.upload.filename)).toMatch(/^a{199}%EF%BF%BD$/);
});

test('what a body lacks is said', async () => {
  const bytes = new TextEncoder().encode('x');
  expect(messageOf(await readUpload(bytes, 'application/json'))).toMatch(/found application\/json/);
  expect(messageOf(await readUpload(null, ''))).toMatch(/found no body/);
  expect(messageOf(await readUpload(bytes, 'multipart/form-data; boundary=y'))).toMatch(/told apart/);
  expect(messageOf(await send({ name: 'a.txt', text: '' }))).toMatch(/found none in a\.txt/);
  expect(messageOf(await send({ name: 'a.txt' }, '[]'))).toMatch(/options: expected a JSON object/);
  expect(messageOf(await send({ name: 'a.txt' }, '{"formats":["screenshot@fullPage"]}'))).toMatch(
    /screenshot/,
  );
  const tracked = '{"formats":["markdown",{"type":"changeTracking"}]}';
  expect(messageOf(await send({ name: 'a.txt' }, tracked))).toMatch(/no version before/);
  expect(messageOf(await send({ name: 'a.txt' }, '{"actions":[{"type":"wait"}]}'))).toMatch(/^.*actions:/);
  expect(messageOf(await send({ name: 'a.txt' }, '{"mobile":false}'))).toBe('accepted');
});

test('a request of the limit is read, and one of a byte more is refused with the reason', async () => {
  const type = 'multipart/form-data; boundary=x';
  const frame = [
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n',
    '\r\n--x--\r\n',
  ];
  const room = limits.uploadBytesMax - frame.join('').length;
  const body = (size: number): Uint8Array => new TextEncoder().encode(frame.join('a'.repeat(size)));
  expect(messageOf(await readUpload(body(room), type))).toBe('accepted');
  const refused = await readUpload(body(room + 1), type);
  expect(!refused.ok && refused.failure.code).toBe('BODY_TOO_LARGE');
});

test.each(['multipart/form-data', 'multipart/form-data; charset=utf-8', 'Multipart/Form-Data;'])(
  'a form without a boundary is told what it lacks: %s',
  async (type) => {
    expect(messageOf(await readUpload(new TextEncoder().encode('--x--'), type))).toMatch(
      /expected the boundary of multipart\/form-data in the header content-type, found none/,
    );
  },
);

const formWith = async (parts: number, name: string): Promise<UploadRead> => {
  const form = new FormData();
  form.set('file', new Blob(['content']), 'a.txt');
  for (let at = 1; at < parts; at += 1) form.append(name, new Blob(['x']), `${at}.txt`);
  const sent = new Response(form);
  const bytes = new Uint8Array(await sent.arrayBuffer());
  return await readUpload(bytes, sent.headers.get('content-type') ?? '');
};

test('parts are counted before they are read, and one file is read of one that is sent', async () => {
  expect((await formWith(limits.uploadPartsMax, 'more')).ok).toBe(true);
  expect(messageOf(await formWith(limits.uploadPartsMax + 1, 'more'))).toMatch(/expected at most 16 parts/);
  expect(messageOf(await formWith(2, 'file'))).toMatch(/file: expected one, found 2/);
});

const nested = (levels: number): string => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
test.each([
  [
    'nested deeper than is read',
    nested(100_000),
    'BAD_REQUEST_INVALID_JSON',
    /part options is nested deeper/,
  ],
  ['that are no JSON', '{"a":', 'BAD_REQUEST_INVALID_JSON', /Cannot read the part options as JSON/],
  ['that name a prototype', '{"a":{"__proto__":{"b":1}}}', 'BAD_REQUEST', /part options .*__proto__/],
])('options %s are refused as those of a body are', async (_name, options, code, message) => {
  const read = await send({ name: 'a.txt' }, options);
  expect(read.ok ? 'accepted' : read.failure.code).toBe(code);
  expect(messageOf(read)).toMatch(message);
});

test('options of the deepest nesting that is read can be written again', async () => {
  const read = await send({ name: 'a.txt' }, nested(nestingMax - 1));
  expect(read.ok && JSON.stringify(read.upload.options)).toBe(nested(nestingMax - 1));
});
