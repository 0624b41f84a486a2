import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';

/**
 * How a server of Crawl4AI speaks, by its age (deploy/docker in its repository):
 * - `0.4`: `/crawl` answers a task, whose result `/task/{id}` has.
 * - `0.8`: `/crawl` answers results; 500 with the reason in `detail` where no page could be read.
 * - `0.9`: the same, but 500 says nothing but a correlation id; `/crawl/job` and its result say more.
 */
export type Crawl4aiVersion = '0.4' | '0.8' | '0.9';

export interface Crawl4aiDouble {
  readonly url: string;
  /** Requests but those for its health, in order: method and path. */
  readonly asked: string[];
  /** Pages that were being read at the same time, at most. */
  readonly together: () => number;
  /** Holds every page up from now on, until it settles. */
  hold: Promise<void> | null;
  /** Fails by itself, whatever it is asked. */
  isBroken: boolean;
  close(): Promise<void>;
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** What 0.5 and later take; a generator of Markdown with a filter is what fills `fit_markdown`. */
const crawlSchema = z.object({
  urls: z.array(z.string()).min(1).max(100),
  crawler_config: z
    .object({
      type: z.literal('CrawlerRunConfig'),
      params: z.object({
        cache_mode: z.enum(['enabled', 'disabled', 'read_only', 'write_only', 'bypass']).optional(),
        word_count_threshold: z.int().optional(),
        stream: z.boolean().optional(),
        markdown_generator: z
          .object({
            type: z.literal('DefaultMarkdownGenerator'),
            params: z.object({
              content_filter: z.object({ type: z.literal('PruningContentFilter'), params: z.object({}) }),
            }),
          })
          .optional(),
      }),
    })
    .optional(),
});
type CrawlRequest = z.infer<typeof crawlSchema>;

const textOf = (html: string): string => html.replaceAll(/<[^>]+>/g, '').trim();
const inside = (html: string, pattern: RegExp): string | null => {
  const [, found] = pattern.exec(html) ?? [];
  return found === undefined ? null : textOf(found);
};
const markdownOf = (html: string): string =>
  [...html.matchAll(/<(h1|p)>(.*?)<\/\1>/gs)]
    .map(([, name, text]) => `${name === 'h1' ? '# ' : ''}${textOf(text ?? '')}`)
    .join('\n\n');

/** A page as `CrawlResult.model_dump()` has it, as far as readers look at it. */
const resultOf = (
  url: string,
  status: number,
  html: string,
  isFiltered: boolean,
): Record<string, unknown> => {
  const links = [...html.matchAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, href = '', text = '']) => ({
    href: new URL(href, url).href,
    text: textOf(text),
    title: '',
  }));
  const isInternal = ({ href }: { href: string }): boolean => new URL(href).host === new URL(url).host;
  const main =
    inside(html, /(<main>.*<\/main>)/s) === null ? html : (/<main>.*<\/main>/s.exec(html) ?? [''])[0];
  return {
    url,
    html,
    success: true,
    cleaned_html: html,
    media: { images: [] },
    links: { internal: links.filter(isInternal), external: links.filter((each) => !isInternal(each)) },
    markdown: {
      raw_markdown: markdownOf(html),
      markdown_with_citations: markdownOf(html),
      references_markdown: '',
      fit_markdown: isFiltered ? markdownOf(main) : '',
      fit_html: isFiltered ? main : '',
    },
    metadata: {
      title: inside(html, /<title>(.*?)<\/title>/s),
      description: (/<meta name="description" content="([^"]*)"/.exec(html) ?? [])[1] ?? null,
      keywords: null,
      author: null,
    },
    error_message: '',
    status_code: status,
    response_headers: {},
    redirected_url: url,
    extracted_content: null,
    session_id: null,
    tables: [],
  };
};

const failed = (url: string, why: string): Record<string, unknown> => ({
  url,
  html: '',
  success: false,
  markdown: null,
  links: {},
  metadata: null,
  status_code: null,
  error_message: `Failed on navigating ACS-GOTO: ${why}`,
});

/** Reads pages for real, over HTTP; of a status from 400 on it makes a failure, as the browser's navigation does. */
const crawl = async (
  { urls, crawler_config: config }: CrawlRequest,
  version: Crawl4aiVersion,
): Promise<Record<string, unknown>[]> => {
  const isFiltered = version !== '0.4' && config?.params.markdown_generator !== undefined;
  return await Promise.all(
    urls.map(async (url) => {
      try {
        const page = await fetch(url);
        const html = await page.text();
        return page.ok ? resultOf(url, page.status, html, isFiltered) : failed(url, `status ${page.status}`);
      } catch (error) {
        return failed(url, `net::ERR_CONNECTION_REFUSED (${String(error)})`);
      }
    }),
  );
};

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  let text = '';
  for await (const part of request) text += String(part);
  return text === '' ? null : (JSON.parse(text) as unknown);
};

/** 500 as it leaves the server: 0.9 keeps the reason to its log. */
const broken = (version: Crawl4aiVersion, detail: string): Reply => ({
  status: 500,
  body:
    version === '0.9'
      ? { error: 'Internal server error', correlation_id: randomUUID().slice(0, 12) }
      : { detail },
});

/** A server of Crawl4AI on loopback that reads real pages and judges requests as it does. */
export const startCrawl4ai = async (
  version: Crawl4aiVersion,
  token: string | null = null,
): Promise<Crawl4aiDouble> => {
  const tasks = new Map<string, { polls: number; readonly results: Record<string, unknown>[] }>();
  let open = 0;
  let most = 0;
  const read = async (body: unknown): Promise<Record<string, unknown>[] | Reply> => {
    const parsed = crawlSchema.safeParse(body);
    if (!parsed.success) return { status: 422, body: { detail: parsed.error.issues } };
    open += 1;
    most = Math.max(most, open);
    await double.hold;
    const results = await crawl(parsed.data, version);
    open -= 1;
    return results;
  };
  const begin = async (body: unknown, status: number): Promise<Reply> => {
    const results = await read(body);
    if (!Array.isArray(results)) return results;
    const id = `crawl_${randomUUID().slice(0, 8)}`;
    tasks.set(id, { polls: 0, results });
    return { status, body: { task_id: id } };
  };
  const poll = (id: string): Reply => {
    const task = tasks.get(id);
    if (task === undefined) return { status: 404, body: { detail: 'Task not found' } };
    task.polls += 1;
    if (task.polls < 2) return { status: 200, body: { task_id: id, status: 'processing' } };
    const { results } = task;
    const done = version === '0.4' ? { results } : { result: { success: true, results } };
    return { status: 200, body: { task_id: id, status: 'completed', ...done } };
  };
  const answer = async (method: string, path: string, request: IncomingMessage): Promise<Reply> => {
    if (path === '/health') return { status: 200, body: { status: 'ok', version } };
    double.asked.push(`${method} ${path}`);
    if (token !== null && request.headers.authorization !== `Bearer ${token}`)
      return { status: 401, body: { detail: 'Invalid or missing token' } };
    if (double.isBroken) return broken(version, 'browser has been closed');
    const [, name, task] = /^(\/task|\/crawl\/job)\/(.+)$/.exec(path) ?? [];
    const body = await readBody(request);
    if (method === 'GET' && task !== undefined && (name === '/task') === (version === '0.4'))
      return poll(task);
    if (method !== 'POST') return { status: 404, body: { detail: 'Not Found' } };
    if (path === '/crawl/job' && version !== '0.4') return await begin(body, 202);
    if (path !== '/crawl') return { status: 404, body: { detail: 'Not Found' } };
    if (version === '0.4') return await begin(body, 200);
    const results = await read(body);
    if (!Array.isArray(results)) return results;
    return results.every((result) => result['success'] === false)
      ? broken(version, `Crawl request failed: ${String(results[0]?.['error_message'])}`)
      : { status: 200, body: { success: true, results, server_processing_time_s: 0.1 } };
  };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, body } = await answer(request.method ?? '', request.url ?? '', request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const double: Crawl4aiDouble = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    together: () => most,
    hold: null,
    isBroken: false,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return double;
};
