import { deepStrictEqual, match, ok } from 'node:assert/strict';
import { join } from 'node:path';
import { installPackages } from './install-packages.ts';
import { openMcpSession, type McpSession } from './mcp-session.ts';
import type { Row } from './row.ts';
import { skipAll, tryAll, type Trial } from './try-all.ts';

const version = '3.26.0';
const docs = 'https://docs.firecrawl.dev';

interface Job {
  readonly id?: string;
  readonly status: string;
  readonly completed: number;
  readonly data: readonly { readonly markdown?: string }[];
}

const trialsOf = (session: () => McpSession): Record<string, Trial> => {
  let crawl: Job | undefined;
  return {
    'scrape answers markdown': async () => {
      const page = (await session().call('firecrawl_scrape', { url: docs, formats: ['markdown'] })) as {
        markdown?: string;
      };
      match(page.markdown ?? '', /turns websites into clean text/);
    },
    'map lists the addresses of a site': async () => {
      const { links } = (await session().call('firecrawl_map', { url: docs })) as {
        links: readonly { readonly url: string }[];
      };
      ok(links.some(({ url }) => url === `${docs}/features/crawl`));
    },
    'crawl waits for the pages': async () => {
      crawl = (await session().call('firecrawl_crawl', { url: docs, limit: 3, pollInterval: 1 })) as Job;
      deepStrictEqual([crawl.status, crawl.completed, crawl.data.length], ['completed', 3, 3]);
    },
    'status finds a crawl again': async () => {
      ok(crawl?.id !== undefined, 'the crawl has no id');
      const found = (await session().call('firecrawl_check_crawl_status', { id: crawl.id })) as Job;
      deepStrictEqual([found.status, found.completed], ['completed', 3]);
    },
  };
};

/** Tries Firecrawl's MCP server, as assistants run it, against an API. */
export const runMcp = async (
  folder: string,
  api: { readonly url: string; readonly key: string },
): Promise<Row[]> => {
  const file = `firecrawl-mcp ${version}`;
  const missing = await installPackages(folder, { 'firecrawl-mcp': version });
  let session: McpSession | undefined;
  const trials = trialsOf(() => session as McpSession);
  if (missing !== null) return skipAll(file, Object.keys(trials), missing);
  const script = join(folder, 'node_modules/firecrawl-mcp/dist/index.js');
  session = await openMcpSession(script, { FIRECRAWL_API_URL: api.url, FIRECRAWL_API_KEY: api.key });
  try {
    return await tryAll(file, trials);
  } finally {
    await session.close();
  }
};
