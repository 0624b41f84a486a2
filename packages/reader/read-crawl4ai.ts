import { documentId } from './document-id.ts';
import { fieldsOf, listOf, pageMetadata, textOf, type ReaderDocument } from './document.ts';
import { ReaderError } from './reader-error.ts';
import type { ReaderSettings } from './reader-options.ts';
import { askService, withText } from './service.ts';

type Fields = Readonly<Record<string, unknown>>;

const second = 1_000;
const pollSeconds = 1;

/** Without a filter a server of today leaves `fit_markdown` empty; this is the one of its own `/md`. */
const filter = { type: 'PruningContentFilter', params: {} };
const params = {
  cache_mode: 'bypass',
  word_count_threshold: 10,
  markdown_generator: { type: 'DefaultMarkdownGenerator', params: { content_filter: filter } },
};

/** An order as servers of every age understand it; each passes over what it does not know. */
const orderOf = (url: string): Fields => ({
  url,
  urls: [url],
  crawler_params: { cache_mode: 'BYPASS', word_count_threshold: 10 },
  crawler_config: { type: 'CrawlerRunConfig', params },
});

/** What a server says of the one page that it was asked for: one result, or a list of them, by its age. */
const resultIn = (answer: Fields): Fields => {
  const inner = fieldsOf(answer['result'] ?? answer);
  return fieldsOf(listOf(inner['results'])[0] ?? inner);
};

const pageFailed = (url: string, why: unknown): ReaderError =>
  new ReaderError('crawl', `Cannot read ${url}: ${textOf(why) || 'the service says no more'}`);

/**
 * Waits for a task. @throws {ReaderError} of kind `crawl` where the page failed, `http` where the server did, `network`
 * where it takes too long.
 */
const pollTask = async (
  settings: ReaderSettings,
  path: string,
  url: string,
  signal: AbortSignal | undefined,
): Promise<Fields> => {
  for (let waited = 0; waited < settings.timeoutSeconds; waited += pollSeconds) {
    const task = await askService(settings, path, undefined, signal);
    if (task['status'] === 'completed') return resultIn(task);
    if (task['status'] === 'failed') {
      const error = textOf(task['error']);
      // A task that the server failed at, and not the page: "500: …".
      if (/^5\d\d\b/.test(error)) throw new ReaderError('http', `${path} failed: ${error}`, { status: 500 });
      throw pageFailed(url, error);
    }
    await settings.sleep(pollSeconds * second, signal);
  }
  throw new ReaderError('network', `Cannot read ${url}: no answer within ${settings.timeoutSeconds} s`);
};

/**
 * Why a page came back as 500, which is what a server answers where none of its pages could be read. One of 0.8 says
 * so; one of 0.9 keeps the reason to its log, and hands it out where the page is ordered as a job.
 *
 * @throws {ReaderError} `refusal` where it speaks of the server itself.
 */
const askWhy = async (
  settings: ReaderSettings,
  url: string,
  refusal: ReaderError,
  signal: AbortSignal | undefined,
): Promise<Fields> => {
  const detail = textOf(refusal.answer['detail']);
  const [, why] = /^Crawl request failed: (.*)$/s.exec(detail) ?? [];
  if (why !== undefined) throw pageFailed(url, why);
  if (refusal.answer['correlation_id'] === undefined) throw refusal;
  let id: string;
  try {
    id = textOf((await askService(settings, '/crawl/job', orderOf(url), signal))['task_id']);
  } catch (error) {
    throw error instanceof ReaderError ? refusal : error;
  }
  return await pollTask(settings, `/crawl/job/${encodeURIComponent(id)}`, url, signal);
};

const crawlOne = async (
  settings: ReaderSettings,
  url: string,
  signal: AbortSignal | undefined,
): Promise<Fields> => {
  try {
    const answer = await askService(settings, '/crawl', orderOf(url), signal);
    const id = textOf(answer['task_id']);
    return id === ''
      ? resultIn(answer)
      : await pollTask(settings, `/task/${encodeURIComponent(id)}`, url, signal);
  } catch (error) {
    if (error instanceof ReaderError && error.status === 500)
      return await askWhy(settings, url, error, signal);
    throw error;
  }
};

/** Reads one page with a Crawl4AI server of any age, once. */
export const readWithCrawl4ai = async (
  settings: ReaderSettings,
  url: string,
  signal: AbortSignal | undefined,
): Promise<ReaderDocument> => {
  const result = await crawlOne(settings, url, signal);
  if (result['success'] !== true) throw pageFailed(url, result['error_message']);
  const markdown = fieldsOf(result['markdown']);
  const metadata = fieldsOf(result['metadata']);
  const links = fieldsOf(result['links']);
  return {
    id: await documentId(url),
    text: withText(
      url,
      textOf(markdown['fit_markdown']) || textOf(markdown['raw_markdown']) || textOf(result['markdown']),
    ),
    metadata: pageMetadata(url, {
      title: metadata['title'],
      description: metadata['description'],
      status: result['status_code'],
      at: result['crawl_timestamp'],
      internal: links['internal'],
      external: links['external'],
    }),
  };
};
