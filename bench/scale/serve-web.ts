import { serveGeneratedWeb } from '../../test/chaos/generated-web.ts';

/**
 * The generated web as a process of its own, so that what it costs is nobody else's. Forked with the number of
 * pages and of hosts; tells where it is and the URLs of its first pages.
 */
export interface WebFacts {
  readonly port: number;
  readonly start: string;
  readonly first: readonly string[];
}

const [, , pages = '1', hosts = '1'] = process.argv;
const web = await serveGeneratedWeb(Number(pages), Number(hosts));
// Its log of requests would otherwise be the largest thing in memory.
setInterval(() => web.forget(), 5_000).unref();
process.on('disconnect', () => process.exit(0));
const facts: WebFacts = { port: web.port, start: web.start, first: [...web.urls].slice(0, 100_000) };
process.send?.(facts);
