import type { CorpusPage } from '../../lib/ingest/corpus-page.ts';
import { latestOfEach } from '../../lib/ingest/newer-version.ts';
import { openCorpusFile } from '../../lib/store/corpus/corpus-file.ts';

/** Envelopes of the simulation are of one of these times, 0 and on. */
export const times = 6;

/** The texts of each page as of each time that an envelope may have, in no order. */
export const readPageHistory = (bytes: Uint8Array): Map<string, string> => {
  const file = openCorpusFile(bytes);
  try {
    const texts = file.db.prepare(
      `SELECT v.url, p.text FROM versions v LEFT JOIN passages p
         ON p.url = v.url AND p.since <= ?1 AND (p.until IS NULL OR p.until > ?1)
       WHERE v.since <= ?1 AND (v.until IS NULL OR v.until > ?1) ORDER BY p.text`,
    );
    const history = new Map<string, string[]>();
    for (let time = 0; time < times; time += 1)
      for (const { url, text } of texts.all(time) as { url: string; text: string | null }[]) {
        const key = `${url} ${time}`;
        history.set(key, [...(history.get(key) ?? []), ...(text === null ? [] : [text])]);
      }
    return new Map([...history].map(([key, found]) => [key, JSON.stringify(found)]));
  } finally {
    file.close();
  }
};

/**
 * Says what is wrong with the history of a corpus that is at rest: as of each time it shows the latest envelope until
 * then. Pages with a content that comes back are left out, of which the corpus knows the first and last time only.
 */
export const wrongHistory = (history: ReadonlyMap<string, string>, pages: readonly CorpusPage[]): string[] =>
  [...Map.groupBy(pages, ({ url }) => url)].flatMap(([url, own]) => {
    if (new Set(own.map(({ contentHash }) => contentHash)).size < own.length) return [];
    return Array.from({ length: times }, (_, time) => {
      const [shown] = latestOfEach(own.filter(({ at }) => at <= time));
      const wanted = shown && JSON.stringify(shown.passages.map(({ text }) => text).toSorted());
      return history.get(`${url} ${time}`) === wanted ? [] : [`${url} is not what it was at ${time}`];
    }).flat();
  });
