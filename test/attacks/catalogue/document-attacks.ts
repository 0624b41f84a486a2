import { canary, judged, type Attack, type AttackAnswer, type AttackVerdict, type Target } from './attack.ts';
import { documents, sitemaps } from './documents.ts';
import { serveHealthy } from './serve-healthy.ts';

/** What a document holds may be read as far as it can be, or not; the worker is there for the next either way. */
const withinBounds = (answer: AttackAnswer): AttackVerdict =>
  answer.status === 200 && !/root:x:/.test(answer.text) && !answer.text.includes(canary)
    ? 'bounded'
    : judged(answer);

const fetched: readonly Attack[] = Object.keys(documents).map((name) => ({
  group: 'documents',
  name,
  run: async (target) => {
    const body = { url: `${target.site.origin}/document?${encodeURIComponent(name)}`, timeout: 10_000 };
    return await serveHealthy(target, withinBounds(await target.ask('POST', '/v2/scrape', { body })));
  },
}));

/** What a request with a file may hold (API Gateway hands on no more). */
const uploadBytesMax = 4_000_000;
const boundary = 'b0undary';
const multipart = { 'content-type': `multipart/form-data; boundary=${boundary}` };
const part = (head: string, body: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
    Buffer.from(body as string),
    Buffer.from('\r\n'),
  ]);
const close = Buffer.from(`--${boundary}--\r\n`);

const uploaded: readonly Attack[] = Object.entries(documents).map(([name, { type, body }]) => ({
  group: 'uploads',
  name: `as a file: ${name}`,
  run: async (target) => {
    const file = Buffer.from(body() as string).subarray(0, uploadBytesMax);
    const head = `content-disposition: form-data; name="file"; filename="file"\r\ncontent-type: ${type}`;
    const raw = Buffer.concat([part(head, file), close]);
    return withinBounds(await target.ask('POST', '/v2/parse', { raw, headers: multipart }));
  },
}));

const page = `<p>${'Words of a file. '.repeat(20)}</p>`;
const named = (more: string): string =>
  `content-disposition: form-data; name="file"; ${more}\r\ncontent-type: text/html`;
const options = 'content-disposition: form-data; name="options"';
const bodies: Readonly<Record<string, (target: Target) => Buffer>> = {
  'of 20,000 parts': () =>
    Buffer.concat([
      ...Array.from({ length: 20_000 }, (_, at) => part(named(`filename="${at}"`), 'x')),
      close,
    ]),
  'that does not end': () => part(named('filename="a.html"'), page),
  'with a multipart within it': () =>
    Buffer.concat([
      part(
        `${named('filename="a"')}\r\ncontent-type: multipart/mixed; boundary=x`,
        `--x\r\n\r\n${page}\r\n--x--`,
      ),
      close,
    ]),
  'with a header without end': () =>
    Buffer.concat([part(named(`filename="a"; x="${'a'.repeat(2_000_000)}"`), page), close]),
  'with an encoded name that leads elsewhere': () =>
    Buffer.concat([
      part(named(`filename="a.html"; filename*=UTF-8''..%2f..%2f..%2fetc%2fpasswd`), page),
      close,
    ]),
  'with two names': () =>
    Buffer.concat([part(named('filename="a.html"; filename="/etc/passwd"'), page), close]),
  'with two files': () =>
    Buffer.concat([part(named('filename="a.html"'), page), part(named('filename="../b.html"'), page), close]),
  'with an address as an option': ({ site }) =>
    Buffer.concat([
      part(options, JSON.stringify({ url: `http://127.0.0.1:${site.canaryPort}/` })),
      part(named('filename="a.html"'), page),
      close,
    ]),
  'with options of 100,000 levels': () =>
    Buffer.concat([
      part(options, `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
      part(named('filename="a.html"'), page),
      close,
    ]),
  'with headers as options': () =>
    Buffer.concat([
      part(options, JSON.stringify({ headers: { a: 'b\r\nHost: evil' } })),
      part(named('filename="a.html"'), page),
      close,
    ]),
  'with a name of bidirectional marks': () =>
    Buffer.concat([part(named('filename="\u202elmth.a\u0007\u001b[31m"'), page), close]),
  'of nothing': () => Buffer.alloc(0),
};

const forms: readonly Attack[] = Object.entries(bodies).map(([name, make]) => ({
  group: 'uploads',
  name: `a form ${name}`,
  run: async (target) => {
    const hits = target.site.canaryHits();
    const answer = await target.ask('POST', '/v2/parse', { raw: make(target), headers: multipart });
    if (target.site.canaryHits() > hits) return { failed: 'a connection came to what nobody may reach' };
    return judged(
      answer,
      ({ text }) => text.includes('Words of a file') && !text.includes('root:x:') && !text.includes('\u001b'),
    );
  },
}));

const mapped: readonly Attack[] = Object.keys(sitemaps).map((name) => ({
  group: 'sitemaps',
  name: `a sitemap ${name}`,
  run: async (target) => {
    const hits = target.site.canaryHits();
    const body = { url: `${target.site.sitemaps[name]?.origin}/`, timeout: 15_000, limit: 50 };
    const answer = await target.ask('POST', '/v2/map', { body });
    if (target.site.canaryHits() > hits) return { failed: 'a connection came to what nobody may reach' };
    const verdict = /"(?:file|javascript):/.test(answer.text)
      ? { failed: answer.text.slice(0, 200) }
      : withinBounds(answer);
    return await serveHealthy(target, verdict);
  },
}));

export const documentAttacks: readonly Attack[] = [...fetched, ...uploaded, ...forms, ...mapped];
