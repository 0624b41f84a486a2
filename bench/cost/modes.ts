import { waitFor } from '../scale/measure-crawl.ts';
import { floorDollars } from './floors.ts';
import type { MeasuredStack } from '../scale/measured-stack.ts';

/** A way to use Gleaner whose price is told apart. */
export interface Mode {
  readonly name: string;
  /** DollarsPerMillion a million pages, storage not counted, that it is to stay below; none where nobody set a goal. */
  readonly goal?: number;
  /** What the protocol as it is takes at least: dollars a million pages. */
  readonly floor?: number;
  readonly hosts: (pages: number) => number;
  /** Seconds between two requests to a host, unless the mode brings its own. */
  readonly delaySeconds: number;
  /** Has a stack that is warm deliver `pages` pages, and answers how many it delivered. */
  readonly run: (stack: MeasuredStack, pages: number) => Promise<number>;
}

const tell = (done: number): void => void process.stderr.write(`\r${done} pages `);

const completedOf = async (stack: MeasuredStack, path: string): Promise<number> => {
  await waitFor(stack, path, tell);
  return Number((await stack.ask('GET', `${path}?limit=0`))['completed']);
};

const crawl =
  (options: object): Mode['run'] =>
  async (stack, pages) => {
    const body = { url: stack.web.start, limit: pages + 10, ...options };
    const { id } = await stack.ask('POST', '/v2/crawl', body);
    return await completedOf(stack, `/v2/crawl/${String(id)}`);
  };

const scheduled: Mode['run'] = async (stack, pages) => {
  const request = { url: stack.web.start, limit: pages + 10 };
  const { id } = await stack.invoke('submit-job', { kind: 'crawl', source: 'bench', request });
  return await completedOf(stack, `/v2/crawl/${String(id)}`);
};

/** Scrapes that are awaited at a time: as many people. */
const scrapesAtOnce = 2;

const scrapes: Mode['run'] = async (stack, pages) => {
  const urls = stack.web.first.slice(0, pages);
  let done = 0;
  const scrapeNext = async (): Promise<void> => {
    for (let url = urls.shift(); url !== undefined; url = urls.shift()) {
      await stack.ask('POST', '/v2/scrape', { url });
      done += 1;
      tell(done);
    }
  };
  await Promise.all(Array.from({ length: scrapesAtOnce }, scrapeNext));
  return done;
};

const extraction: Mode['run'] = async (stack, pages) => {
  const urls = stack.web.first.slice(0, pages);
  const properties = { heading: { type: 'string', description: 'The heading of the page' } };
  const { id } = await stack.ask('POST', '/v2/extract', { urls, schema: { type: 'object', properties } });
  for (;;) {
    const { status } = await stack.ask('GET', `/v2/extract/${String(id)}`);
    if (status === 'completed') return urls.length;
    if (status === 'failed' || status === 'cancelled') throw new Error(`The extraction is ${status}`);
    await new Promise((done) => setTimeout(done, 5_000));
  }
};

const one = (): number => 1;

export const modes: Readonly<Record<string, Mode>> = {
  wide: {
    name: 'wide',
    goal: 10,
    floor: floorDollars('wide'),
    hosts: (pages) => Math.min(200, Math.max(2, Math.ceil(pages / 10))),
    delaySeconds: 0,
    run: crawl({ allowExternalLinks: true }),
  },
  one: {
    name: 'one site, no delay',
    goal: 10,
    floor: floorDollars('one'),
    hosts: one,
    delaySeconds: 0,
    run: crawl({}),
  },
  half: {
    name: 'one site, 0.5 s',
    goal: 10,
    floor: floorDollars('half'),
    hosts: one,
    delaySeconds: 0.5,
    run: crawl({}),
  },
  scheduled: {
    name: 'scheduled, 2 s',
    goal: 14,
    floor: floorDollars('scheduled'),
    hosts: one,
    delaySeconds: 0,
    run: scheduled,
  },
  scrape: {
    name: 'POST /v2/scrape',
    goal: 30,
    floor: floorDollars('scrape'),
    hosts: () => 20,
    delaySeconds: 0,
    run: scrapes,
  },
  browser: {
    name: 'browser',
    goal: 60,
    hosts: one,
    delaySeconds: 0,
    run: crawl({ scrapeOptions: { waitFor: 1 } }),
  },
  extract: { name: 'extraction, no model', hosts: () => 20, delaySeconds: 0, run: extraction },
};
