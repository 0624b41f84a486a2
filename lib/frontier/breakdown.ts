import { hostOf, isOpen, type Page } from './page.ts';

/** Upper bounds of the classes by which answer times are counted, in milliseconds; the last class has none. */
export const answerTimeBounds = [50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000] as const;

/** What became of the pages of one host. */
export interface HostBreakdown {
  readonly host: string;
  readonly pages: number;
  readonly open: number;
  readonly done: number;
  /** Failed, blocked and skipped. */
  readonly without: number;
  /** Pages by the time of their last answer: a count for each of `answerTimeBounds`, and one for longer times. */
  readonly answerTimes: readonly number[];
}

/** Pages counted by what became of them. Counts are of pages, unless a name says otherwise. */
export interface Breakdown {
  /** All pages that were counted. */
  readonly pages: number;
  /** Pages that brought content, by the tier that got them. */
  readonly tiers: Readonly<Record<string, number>>;
  /** Why a tier did not get a page, which then went to the next tier. */
  readonly fallThroughs: Readonly<Record<string, number>>;
  /** Pages that ended without content, by their failure's code. */
  readonly codes: Readonly<Record<string, number>>;
  /** Requests that were sent for the pages, and bytes of the answers on the wire. */
  readonly requests: number;
  readonly bytes: number;
  /** The hosts with the most pages, those first. */
  readonly hosts: readonly HostBreakdown[];
}

const hostsMax = 20;

const add = (counts: Record<string, number>, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1;
};

const classOf = (ms: number): number => {
  const index = answerTimeBounds.findIndex((bound) => ms <= bound);
  return index === -1 ? answerTimeBounds.length : index;
};

type Counting = { -readonly [Name in keyof HostBreakdown]: HostBreakdown[Name] } & { answerTimes: number[] };

const countAtHost = (hosts: Map<string, Counting>, page: Page): void => {
  const host = hostOf(page.url);
  const answerTimes = Array.from({ length: answerTimeBounds.length + 1 }, () => 0);
  const counts = hosts.get(host) ?? { host, pages: 0, open: 0, done: 0, without: 0, answerTimes };
  hosts.set(host, counts);
  counts.pages += 1;
  if (isOpen(page.state)) counts.open += 1;
  else if (page.state === 'done') counts.done += 1;
  else counts.without += 1;
  const last = page.requests?.findLast(({ status }) => status !== undefined);
  if (last === undefined) return;
  const at = classOf(last.ms);
  counts.answerTimes[at] = (counts.answerTimes[at] ?? 0) + 1;
};

/** Counts pages by what became of them. It leaves out sitemaps, which are not pages. */
export const breakDown = (pages: readonly Page[]): Breakdown => {
  const [tiers, fallThroughs, codes]: Record<string, number>[] = [{}, {}, {}];
  const hosts = new Map<string, Counting>();
  let [counted, requests, bytes] = [0, 0, 0];
  for (const page of pages) {
    if (page.kind !== 'page') continue;
    counted += 1;
    countAtHost(hosts, page);
    for (const line of page.requests ?? []) {
      requests += 1;
      bytes += line.bytes;
    }
    for (const { reason } of page.fallThrough ?? []) add(fallThroughs!, reason);
    if (page.state === 'done' && page.tier !== undefined) add(tiers!, page.tier);
    else if (!isOpen(page.state) && page.state !== 'done') add(codes!, page.code ?? 'INTERNAL');
  }
  const busiest = [...hosts.values()].toSorted((a, b) => b.pages - a.pages || (a.host < b.host ? -1 : 1));
  return {
    pages: counted,
    tiers: tiers!,
    fallThroughs: fallThroughs!,
    codes: codes!,
    requests,
    bytes,
    hosts: busiest.slice(0, hostsMax),
  };
};
