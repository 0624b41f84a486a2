import { documentId } from './document-id.ts';
import { fieldsOf, listOf, pageMetadata, textOf, type ReaderDocument } from './document.ts';
import { ReaderError } from './reader-error.ts';
import type { ReaderSettings } from './reader-options.ts';

const second = 1_000;

/**
 * Asks the service, once. @throws {ReaderError} of kind `network`, `http` or `content`; what the signal was given,
 * if it was.
 */
export const askService = async (
  settings: ReaderSettings,
  path: string,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<Readonly<Record<string, unknown>>> => {
  const { endpointUrl, apiKey, timeoutSeconds } = settings;
  const timeout = AbortSignal.timeout(timeoutSeconds * second);
  const url = /^https?:/.test(path) ? path : `${endpointUrl}${path}`;
  let response: Response;
  let text: string;
  try {
    response = await settings.fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    text = await response.text();
  } catch (error) {
    signal?.throwIfAborted();
    const why = timeout.aborted ? `no answer within ${timeoutSeconds} s` : ((error as Error).cause ?? error);
    throw new ReaderError(
      'network',
      `Cannot ask ${url}: ${why instanceof Error ? why.message : String(why)}`,
      { cause: error },
    );
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    if (response.ok)
      throw new ReaderError('content', `Cannot read what ${url} answered: expected JSON`, { cause: error });
  }
  const fields = fieldsOf(json);
  if (response.ok) return fields;
  const after =
    fieldsOf(fields['details'])['retryAfterSeconds'] ??
    Number(response.headers.get('retry-after') ?? Number.NaN);
  throw new ReaderError(
    'http',
    `${url} answered ${response.status}: ${(textOf(fields['error']) || textOf(fields['detail'])).slice(0, 500)}`,
    {
      status: response.status,
      answer: fields,
      retryAfterSeconds:
        typeof after === 'number' && Number.isFinite(after) ? Math.min(Math.max(after, 0), 60) : undefined,
    },
  );
};

/** @throws {ReaderError} of kind `empty` where there is no text. */
export const withText = (url: string, text: string): string => {
  if (text.trim() !== '') return text;
  throw new ReaderError('empty', `Cannot make a document of ${url}: the answer has no Markdown`);
};

/** A page as a document, from one of Gleaner's. */
export const documentOfPage = async (answer: unknown, asked?: string): Promise<ReaderDocument> => {
  const page = fieldsOf(answer);
  const metadata = fieldsOf(page['metadata']);
  const url = asked ?? (textOf(metadata['sourceURL']) || textOf(metadata['url']));
  if (metadata['error'] !== undefined)
    throw new ReaderError('crawl', `Cannot read ${url}: ${textOf(metadata['error'])}`);
  const host = URL.canParse(url) ? new URL(url).host : '';
  const links = listOf(page['links']).filter(
    (link): link is string => typeof link === 'string' && URL.canParse(link),
  );
  return {
    id: await documentId(url),
    text: withText(url, textOf(page['markdown'])),
    metadata: pageMetadata(url, {
      title: metadata['title'],
      description: metadata['description'],
      status: metadata['statusCode'],
      at: metadata['scrapedAt'] ?? metadata['cachedAt'] ?? metadata['timestamp'],
      internal: links.filter((link) => new URL(link).host === host),
      external: links.filter((link) => new URL(link).host !== host),
      language: metadata['language'],
    }),
  };
};

/** Reads one page with Gleaner, once. */
export const readWithGleaner = async (
  settings: ReaderSettings,
  url: string,
  signal: AbortSignal | undefined,
): Promise<ReaderDocument> => {
  const answer = await askService(settings, '/v2/scrape', { url, formats: ['markdown', 'links'] }, signal);
  if (answer['success'] !== true)
    throw new ReaderError(
      'crawl',
      `Cannot read ${url}: ${textOf(answer['error']) || 'the service says no more'}`,
    );
  return await documentOfPage(answer['data'], url);
};
