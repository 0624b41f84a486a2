import { makeBreaker, type Breaker } from './breaker.ts';
import { fieldsOf, listOf, pageMetadata, textOf, type ReaderDocument } from './document.ts';
import { mayPass, ReaderError } from './reader-error.ts';
import { readerSettings, type ReaderOptions, type ReaderSettings } from './reader-options.ts';
import { readWithCrawl4ai } from './read-crawl4ai.ts';
import { askService, documentOfPage, readWithGleaner } from './service.ts';

/** What keeps documents, as far as a reader has it forget old ones. */
export interface DocumentStore {
  /** Puts documents in the place of those of a URL, at once. It is used where a store has it. */
  readonly replace?: (url: string, documents: readonly ReaderDocument[]) => Promise<unknown>;
  /** Deletes the documents of a URL; called when the new one is there. */
  readonly deleteByUrl?: (url: string) => Promise<unknown>;
}

export interface ReadOptions {
  readonly signal?: AbortSignal;
  /** Where old documents of the same pages are replaced or deleted. */
  readonly store?: DocumentStore;
}

export interface CrawlOptions extends ReadOptions {
  readonly limit?: number;
  /** Further options of `POST /v2/crawl`. */
  readonly request?: Readonly<Record<string, unknown>>;
}

export interface CorpusOptions extends ReadOptions {
  readonly corpus?: string;
  readonly limit?: number;
  readonly filters?: Readonly<Record<string, unknown>>;
  readonly asOf?: string;
}

const second = 1_000;
const pollMs = 2 * second;

/** Reads pages as documents: of a list of URLs, of a crawl, of what was crawled. */
export class GleanerReader {
  readonly settings: ReaderSettings;
  readonly breaker: Breaker;
  readonly isRemote = true;
  readonly className = 'GleanerReader';

  /** @throws {ReaderError} of kind `options`. */
  constructor(options: ReaderOptions = {}) {
    this.settings = readerSettings(options);
    const { breakerFailures: failures, breakerSeconds: seconds, now } = this.settings;
    this.breaker = makeBreaker({ failures, seconds, now });
  }

  /** Whether the service is there. */
  async isHealthy(signal?: AbortSignal): Promise<boolean> {
    try {
      const given = AbortSignal.timeout(10 * second);
      const { endpointUrl, fetch: ask } = this.settings;
      const response = await ask(`${endpointUrl}/health`, {
        signal: signal === undefined ? given : AbortSignal.any([signal, given]),
      });
      await response.body?.cancel();
      return response.status === 200;
    } catch {
      signal?.throwIfAborted();
      return false;
    }
  }

  /**
   * Reads pages, some at a time. The answer has a place for each URL, in their order; null where the page could not
   * be read.
   *
   * @throws {ReaderError} when the service is not there; with `failOnError`, for the first page that fails.
   * /
   */
  async loadData(urls: readonly string[], options: ReadOptions = {}): Promise<(ReaderDocument | null)[]> {
    if (urls.length === 0) return [];
    const { log, failOnError, maxConcurrentRequests, endpointUrl } = this.settings;
    await this.#requireHealth(options.signal);
    log.info('reading pages', { count: urls.length, together: maxConcurrentRequests });
    const ending = new AbortController();
    const signal =
      options.signal === undefined ? ending.signal : AbortSignal.any([options.signal, ending.signal]);
    const documents = urls.map((): ReaderDocument | null => null);
    const waiting = urls.entries();
    const work = async (): Promise<void> => {
      for (const [place, url] of waiting) {
        try {
          documents[place] = await this.#readOne(url, { ...options, signal });
        } catch (error) {
          options.signal?.throwIfAborted();
          log.error('a page could not be read', { url, error: String(error), breaker: this.breaker.state() });
          if (!failOnError) continue;
          ending.abort(error);
          throw error;
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(maxConcurrentRequests, urls.length) }, work));
    const read = documents.filter((document) => document !== null).length;
    log.info('pages were read', { count: urls.length, read, failed: urls.length - read, from: endpointUrl });
    return documents;
  }

  /** Crawls a site and reads its pages, in page order; those that failed are left out. For Gleaner alone. */
  async *crawl(url: string, options: CrawlOptions = {}): AsyncGenerator<ReaderDocument, void, undefined> {
    this.#requireGleaner('crawl');
    const { signal } = options;
    const body = {
      url,
      ...(options.limit === undefined ? {} : { limit: options.limit }),
      ...options.request,
    };
    const order = { ...body, scrapeOptions: { formats: ['markdown', 'links'] } };
    // Sent once: a second try could begin a second crawl.
    const started = await this.breaker.run(() => askService(this.settings, '/v2/crawl', order, signal));
    const id = textOf(started['id']);
    for (;;) {
      const status = await this.#ask(`/v2/crawl/${encodeURIComponent(id)}?limit=1`, undefined, signal);
      if (['completed', 'failed', 'cancelled'].includes(textOf(status['status']))) break;
      await this.settings.sleep(pollMs, signal);
    }
    for (let path = `/v2/crawl/${encodeURIComponent(id)}`; path !== '';) {
      const part = await this.#ask(path, undefined, signal);
      for (const page of listOf(part['data'])) {
        const document = await documentOfPage(page).catch(() => null);
        if (document === null) continue;
        await this.#store(document, options.store);
        yield document;
      }
      const next = textOf(part['next']);
      // The service may call itself by another name than it was reached by.
      path =
        next === '' ? '' : `${new URL(next).pathname.replace(/^.*(?=\/v2\/)/, '')}${new URL(next).search}`;
    }
  }

  /** Passages of what was crawled that answer a query best, as documents. For Gleaner alone. */
  async corpus(query: string, options: CorpusOptions = {}): Promise<ReaderDocument[]> {
    this.#requireGleaner('corpus');
    const { corpus = 'main', limit, filters, asOf, signal } = options;
    const said = { query, limit, filters, asOf };
    const body = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
    const answer = await this.#ask(`/v2/corpus/${encodeURIComponent(corpus)}/search`, body, signal);
    return listOf(answer['data']).map((each): ReaderDocument => {
      const found = fieldsOf(each);
      const url = textOf(found['url']);
      const flat = Object.entries(fieldsOf(found['metadata'])).filter(
        (entry): entry is [string, string | number] =>
          typeof entry[1] === 'string' || typeof entry[1] === 'number',
      );
      return {
        id: textOf(found['passage_id']),
        text: textOf(found['text']),
        metadata: {
          ...pageMetadata(url, { title: found['title'], at: found['seen_at'] }),
          ...Object.fromEntries(flat),
          section_path: listOf(found['section_path']).join(' › '),
          score: typeof found['score'] === 'number' ? found['score'] : 0,
          document_id: textOf(found['document_id']),
        },
      };
    });
  }

  async #requireHealth(signal: AbortSignal | undefined): Promise<void> {
    if (await this.isHealthy(signal)) return;
    throw new ReaderError(
      'network',
      `Cannot read pages: the service at ${this.settings.endpointUrl}/health does not say that it is well`,
    );
  }

  #requireGleaner(what: string): void {
    if (this.settings.endpoint !== 'gleaner')
      throw new ReaderError(
        'options',
        `Cannot ${what}: expected the endpoint gleaner, found ${this.settings.endpoint}`,
      );
  }

  /** Tries again what may pass, a little later each time. */
  async #retried<T>(what: string, call: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    const { maxRetries, retryDelays, log, sleep } = this.settings;
    for (let tries = 0; ; tries += 1) {
      try {
        return await call();
      } catch (error) {
        if (tries >= maxRetries || !mayPass(error)) throw error;
        const told = error instanceof ReaderError ? error.retryAfterSeconds : undefined;
        const delay = told ?? retryDelays[Math.min(tries, retryDelays.length - 1)] ?? 1;
        log.warn('trying again', { what, tries: tries + 1, delay, error: String(error) });
        await sleep(delay * second, signal);
      }
    }
  }

  #ask(
    path: string,
    body: unknown,
    signal: AbortSignal | undefined,
  ): Promise<Readonly<Record<string, unknown>>> {
    return this.breaker.run(() =>
      this.#retried(path, () => askService(this.settings, path, body, signal), signal),
    );
  }

  async #readOne(url: string, { signal, store }: ReadOptions): Promise<ReaderDocument> {
    const read = this.settings.endpoint === 'gleaner' ? readWithGleaner : readWithCrawl4ai;
    const document = await this.breaker.run(() =>
      this.#retried(url, () => read(this.settings, url, signal), signal),
    );
    await this.#store(document, store);
    return document;
  }

  async #store(document: ReaderDocument, store: DocumentStore | undefined): Promise<void> {
    const url = document.metadata.source_url;
    if (store?.replace !== undefined) await store.replace(url, [document]);
    else await store?.deleteByUrl?.(url);
  }
}
