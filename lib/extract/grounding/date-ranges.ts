import { datesIn, type DateFound } from '../schema/date-in-text.ts';

const month = String.raw`(\p{L}{3,12}\.?)`;
const day = String.raw`(\d{1,2})(?:st|nd|rd|th|er|º|\.)?`;
const year = String.raw`(\d{4})(?!\d)`;
const until = String.raw`(?:\s?[-–—]\s?|\s(?:to|until|till|through|and|bis|und|au|et|al?|y|e)\s)`;
/** The day of the week before a date. */
const weekday = String.raw`(?:\p{L}{2,10}\.?,\s)?`;
const of = String.raw`(?:of\s|de\s|del\s)?`;

/** The first and the last day of a range, each as a date with its year. */
type Ends = readonly [first: string, last: string, yearBefore: string];

const readers: readonly (readonly [RegExp, (groups: readonly (string | undefined)[]) => Ends])[] = [
  [
    new RegExp(
      String.raw`(?<!\p{L})${month}\s${day}${until}${weekday}(?:${month}\s)?${day},?\s${year}`,
      'giu',
    ),
    ([m1 = '', d1 = '', m2 = m1, d2 = '', y = '']) => [
      `${m1} ${d1}, ${y}`,
      `${m2} ${d2}, ${y}`,
      `${m1} ${d1}, ${Number(y) - 1}`,
    ],
  ],
  [
    new RegExp(
      String.raw`(?<![\d.,/-])${day}(?:\s${of}${month})?${until}${weekday}${day}\s${of}${month},?\s${of}${year}`,
      'giu',
    ),
    ([d1 = '', m1, d2 = '', m2 = '', y = '']) => [
      `${d1} ${m1 ?? m2} ${y}`,
      `${d2} ${m2} ${y}`,
      `${d1} ${m1 ?? m2} ${Number(y) - 1}`,
    ],
  ],
  [
    /(?<![\d.,/-])(\d{1,2})(?:\.(\d{1,2}))?\.(?:\s?[-–—]\s?|\sbis\s)(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/g,
    ([d1 = '', m1, d2 = '', m2 = '', y = '']) => [
      `${d1}.${m1 ?? m2}.${y}`,
      `${d2}.${m2}.${y}`,
      `${d1}.${m1 ?? m2}.${Number(y) - 1}`,
    ],
  ],
  [
    /(\d{4})年(\d{1,2})月(\d{1,2})日\s?[-–—〜～]\s?(?:(\d{1,2})月)?(\d{1,2})日/g,
    ([y = '', m1 = '', d1 = '', m2 = m1, d2 = '']) => [
      `${y}年${m1}月${d1}日`,
      `${y}年${m2}月${d2}日`,
      `${y}年${m1}月${d1}日`,
    ],
  ],
];

const dayIn = (text: string): string | null => {
  const [found] = datesIn(text);
  const [only, ...others] = found?.readings ?? [];
  return only?.length === 10 && others.length === 0 ? only : null;
};

/**
 * Returns the ranges of days in a text, each with its first and its last day: `June 3–5, 2026`, `3.–5. Juni 2026`. The
 * first day has no year of its own, so it is in the year of the last one, or in the year before if it is later.
 */
export const dateRangesIn = (text: string): DateFound[] =>
  readers.flatMap(([pattern, read]) =>
    [...text.matchAll(pattern)].flatMap((match): DateFound[] => {
      const [written, ...groups] = match;
      const [first, last, yearBefore] = read(groups);
      const [from, to] = [dayIn(first), dayIn(last)];
      if (from === null || to === null) return [];
      const start = from <= to ? from : dayIn(yearBefore);
      const readings = start === null || start > to ? [to] : [start, to];
      return [{ start: match.index, end: match.index + written.length, readings }];
    }),
  );
