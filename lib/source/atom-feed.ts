/** A change in the form that readers of feeds and the monitor show. */
export interface ToldChange {
  readonly source: string;
  readonly run: string;
  readonly kind: string;
  readonly url: string;
  /** ISO 8601. */
  readonly at: string;
  readonly title: string | null;
  readonly movedTo: string | null;
}

/** Changes that can no longer be read, as readers of feeds and the monitor show them. */
export interface ToldLoss {
  readonly source: string;
  readonly run: string;
  /** ISO 8601. */
  readonly at: string;
  readonly changes: number;
  /** Why. */
  readonly error: string;
}

/** Characters that XML 1.0 does not allow (section 2.2), apart from lone surrogates, which were replaced before. */
// oxlint-disable-next-line no-control-regex
const noXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(noXml, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const link = (rel: string, href: string): string => `<link rel="${rel}" href="${escaped(href)}"/>`;

const writeEntry = (baseUrl: string, entry: ToldChange): string => {
  const { source, run, kind, url, at, title, movedTo } = entry;
  const parts = [source, run, kind, url].map((part) => encodeURIComponent(part.toWellFormed()));
  const versions = `${baseUrl}/monitor/#/sources/${parts[0]}/page?url=${parts[3]}`;
  const where = movedTo === null ? url : `${url}, which is now at ${movedTo}`;
  return [
    '<entry>',
    `<id>${escaped(`${baseUrl}/v2/changes#${parts.join('/')}`)}</id>`,
    `<title>${escaped(`${kind}: ${title ?? url}`)}</title>`,
    `<updated>${escaped(at)}</updated>`,
    `<author><name>${escaped(source)}</name></author>`,
    `<category term="${escaped(kind)}"/>`,
    link('alternate', versions),
    link('related', movedTo ?? url),
    `<summary>${escaped(`${kind} in the source ${source}: ${where}`)}</summary>`,
    '</entry>',
  ].join('');
};

const writeLoss = (baseUrl: string, { source, run, at, changes, error }: ToldLoss): string => {
  const [ofSource, ofRun] = [source, run].map((part) => encodeURIComponent(part.toWellFormed()));
  const what = `${changes} ${changes === 1 ? 'change' : 'changes'} of ${source} cannot be read`;
  return [
    '<entry>',
    `<id>${escaped(`${baseUrl}/v2/changes#${ofSource}/${ofRun}/lost`)}</id>`,
    `<title>${escaped(what)}</title>`,
    `<updated>${escaped(at)}</updated>`,
    `<author><name>${escaped(source)}</name></author>`,
    link('alternate', `${baseUrl}/monitor/#/sources/${ofSource}`),
    `<summary>${escaped(error)}</summary>`,
    '</entry>',
  ].join('');
};

/**
 * Writes changes as a feed (Atom, RFC 4287), those of the newest run first. An entry links to the versions of its page
 * in the monitor. The feed's id is its address without the token, so that a reader with a new token keeps what it has
 * read.
 *
 * @param feed `lost`: what cannot be read; `baseUrl`: the address of the API; `query`: the feed's filter, with its `?`.
 */
export const writeAtom = (
  entries: readonly ToldChange[],
  feed: {
    readonly lost: readonly ToldLoss[];
    readonly baseUrl: string;
    readonly query: string;
    readonly now: string;
  },
): string => {
  const { lost, baseUrl, query, now } = feed;
  // The pages of one run follow each other by their URLs.
  const updated = [...entries, ...lost].reduce((latest, { at }) => (at > latest ? at : latest), '') || now;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${escaped(`${baseUrl}/v2/changes/feed${query}`)}</id>`,
    '<title>Gleaner: changes</title>',
    `<updated>${escaped(updated)}</updated>`,
    link('alternate', `${baseUrl}/monitor/#/changes${query}`),
    ...lost.map((loss) => writeLoss(baseUrl, loss)),
    ...entries.map((entry) => writeEntry(baseUrl, entry)),
    '</feed>\n',
  ].join('\n');
};
