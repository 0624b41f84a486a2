import { getObject, type Objects } from '../../store/objects.ts';
import { urlListSchema, type UrlList } from '../../frontier/url-list.ts';
import { isSeed, type Page } from '../../frontier/page.ts';

const readsAtOnce = 10;

/** A list, with the page or sitemap file that it was read from. */
export interface ListOfPage {
  readonly page: Page;
  readonly list: UrlList;
}

const readList = async (envelopes: Objects, page: Page): Promise<ListOfPage | null> => {
  if (page.state !== 'done' || page.listKey === undefined) return null;
  const text = await getObject(envelopes, page.listKey);
  return text === null ? null : { page, list: urlListSchema.parse(JSON.parse(text)) };
};

/**
 * Reads the lists of a map: first the list of the first page, then those of the sitemaps, file by file: the sitemaps
 * with which the site begins, then the files that they name, in the order of their naming. The order comes from the
 * lists themselves, because the frontier only knows the first of several sitemaps that name one file.
 */
export async function* readLists(
  envelopes: Objects,
  items: readonly Page[],
): AsyncGenerator<ListOfPage, void> {
  const byHash = new Map(items.map((item) => [item.hash, item]));
  const seed = items.find((item) => isSeed(item) && item.kind === 'page');
  if (seed === undefined) return;
  const first = items.filter((item) => item.kind !== 'page' && item.parent === seed.hash);
  const queue = [seed, ...first.toSorted((a, b) => a.position - b.position)];
  const seen = new Set(queue.map(({ hash }) => hash));
  while (queue.length > 0) {
    const read = await Promise.all(
      queue.splice(0, readsAtOnce).map(async (page) => await readList(envelopes, page)),
    );
    for (const found of read) {
      if (found === null) continue;
      yield found;
      for (const hash of found.list.files) {
        const file = byHash.get(hash);
        if (file === undefined || seen.has(hash)) continue;
        seen.add(hash);
        queue.push(file);
      }
    }
  }
}
