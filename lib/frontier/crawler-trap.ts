/** Why a link is taken to be one of endlessly many that a site generates as a crawler follows links. */
export type CrawlerTrap = 'repeating-path' | 'endless-query' | 'calendar';

const segmentsMax = 24;
const parametersMax = 20;
const repetitionsMax = 3;
/** Years around the job's own for which calendar pages are fetched: events are announced, and archives are linked. */
const yearsAhead = 2;
const yearsBack = 60;

/** Detects `/a/b/a/b/a/b`: a relative link on a page that is served under every path. */
const repeats = (path: string): boolean => {
  const segments = path.split('/').filter((segment) => segment !== '');
  if (segments.length > segmentsMax) return true;
  const counts = new Map<string, number>();
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  // Numbers repeat in dates and versions.
  return [...counts].some(([segment, count]) => count > repetitionsMax && !/^\d{1,2}$/.test(segment));
};

/** Detects a query that grows with every click: filters upon filters, or the same parameter again and again. */
const grows = (search: string): boolean => {
  if (search === '') return false;
  const pairs = search.slice(1).split('&');
  return pairs.length > parametersMax || new Set(pairs).size < pairs.length - 1;
};

const calendarWord =
  /(?:^|[^a-z])(?:calendar|kalender|calendrier|events?|agenda|month|week|day|date|tribe)(?:[^a-z]|$)/i;

/** Years that a calendar may show. It leads from month to month, and is left at its edge: what is further is an id. */
const shownYears = { from: 1_800, to: 2_199 };
/** Where a year stands in the URL of a calendar. Any other number of four digits is an id, or a word of a title. */
const datePositions: readonly RegExp[] = [
  // /2091/03, /2091-03, =2091-03-01
  /(?<!\d)(\d{4})[/-](?:0[1-9]|1[0-2])(?=[/?&.]|$|-(?:0[1-9]|[12]\d|3[01])(?:[/?&.T]|$))/gi,
  // =2091-3, =3-2091
  /=(?:\d{1,2}-)?(\d{4})(?=-\d{1,2}(?:[-&]|$))/g,
  /=\d{1,2}-(\d{4})(?=&|$)/g,
  // /15-03-2091
  /(?<!\d)\d{1,2}-\d{1,2}-(\d{4})(?=[/?&.]|$)/g,
  // ?year=2091
  /[?&](?:year|jahr|annee|anno|yr)=(\d{4})(?=&|$)/gi,
  // /calendar/2091, /month/3/2091
  /(?:calendar|kalender|calendrier|month|week|year|jahr)\/(?:\d{1,2}\/)?(\d{4})(?=[/?.]|$)/gi,
];

/** Whether a URL contains words for days or events. */
export const isOfCalendar = (link: string): boolean => {
  const { pathname, search } = new URL(link);
  return calendarWord.test(pathname + search);
};

/** Detects a page of a calendar for a year outside any plans: `/calendar/2091/03`, `?month=5&year=1802`. */
const isFarDate = (url: URL, year: number): boolean => {
  const text = url.pathname + url.search;
  if (!calendarWord.test(text)) return false;
  const years = datePositions
    .flatMap((position) => [...text.matchAll(position)].map((match) => Number(match[1])))
    .filter((found) => found >= shownYears.from && found <= shownYears.to);
  return years.length > 0 && years.every((found) => found > year + yearsAhead || found < year - yearsBack);
};

/**
 * Says whether the form of a link alone shows a trap; null if not.
 *
 * @param year The year in which the crawl began.
 */
export const detectCrawlerTrap = (url: URL, year: number): CrawlerTrap | null => {
  if (repeats(url.pathname)) return 'repeating-path';
  if (grows(url.search)) return 'endless-query';
  return isFarDate(url, year) ? 'calendar' : null;
};
