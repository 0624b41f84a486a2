import { readFile } from 'node:fs/promises';
import { failure } from '../../lib/failure.ts';
import { moduleExtension } from '../../lib/module-extension.ts';
import type { Objects } from '../../lib/store/objects.ts';
import { presignObject } from '../../lib/store/presign-object.ts';
import { beside } from '../edge/beside.ts';
import { refuse, type HttpResponse, type OpenRequest } from '../edge/http.ts';

/**
 * The folder of the monitor's files (`infra/build-monitor.ts`): beside the bundle. In a clone whose functions run from
 * source, `local/launch.ts` builds it; the package contains it.
 */
const folder = beside(
  import.meta.url,
  moduleExtension === '.ts' ? '../../dist/monitor/' : '../../monitor/',
  './monitor/',
);

/**
 * Allows only its own script, style and API, and no other host. Content from the web is shown in a frame that runs no
 * script (`frame-src blob:` with `sandbox`).
 */
const policy = (pictures: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Screenshots, which browsers read from their bucket.
    `img-src 'self' blob: data: ${pictures}`,
    "connect-src 'self'",
    'frame-src blob:',
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * Answers with the page, with the address at which it was requested: a stage of API Gateway is part of every address.
 */
const page = async (
  { baseUrl }: OpenRequest,
  { envelopes }: { readonly envelopes: Objects },
): Promise<HttpResponse> => {
  const { origin } = new URL(await presignObject(envelopes, 'screenshots', 1));
  const html = await readFile(new URL('index.html', folder), 'utf8');
  return {
    statusCode: 200,
    headers: {
      ...headers,
      'content-security-policy': policy(origin),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    },
    body: html.replace('<head>', `<head><base href="${escaped(baseUrl)}/monitor/">`),
  };
};

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** Answers with a file whose name contains a hash of its content: it may be cached for good. */
const file = async ({ parameters }: OpenRequest): Promise<HttpResponse> => {
  const name = parameters['file'] ?? '';
  const type = types[/^[\w-]+\.(js|css)$/.exec(name)?.[1] ?? ''];
  const body = type === undefined ? null : await readFile(new URL(name, folder), 'utf8').catch(() => null);
  if (type === undefined || body === null)
    return refuse(failure('NOT_FOUND', `The monitor has no file ${name.slice(0, 80)}: load its page again`));
  return {
    statusCode: 200,
    headers: { ...headers, 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' },
    body,
  };
};

/** The page in which people watch jobs. It needs no key to load, and a key to show anything. */
export const monitorHandlers = { page, file };
