import { createHash } from 'node:crypto';
import * as z from 'zod';
import { readerVersion } from '../version.ts';
import { detectExcuse } from './missing-page.ts';
import { computeSimhash, simhashDistance } from './simhash.ts';

/**
 * A host's successful answer for a page that does not exist, from a request for a path that no one can have made.
 * `none` if it correctly answers with an error.
 */
export const errorPageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({
    kind: z.literal('page'),
    /** What read it. Only texts that were read alike are compared, so what another reader left is asked for again. */
    reader: z.literal(readerVersion),
    /** SHA-256 of its text without the requested path. */
    hash: z.string(),
    /** Null for a short text. */
    simhash: z.string().nullable(),
    /**
     * Whether its own words say that it is an error page: then similar pages count as error pages, not only equal ones.
     */
    saysSo: z.boolean(),
  }),
]);
export type ErrorPage = z.infer<typeof errorPageSchema>;

/** A page's text as `readForAll` reads it, with the URL at which it was requested. */
export interface SaidAt {
  readonly url: string;
  readonly markdown: string;
}

/** Error pages are short; a longer page is a real page. */
const charactersMax = 2_000;
/** Most bits of 64 in which the simhash of an error page for another URL may differ. */
const nearBits = 4;

/** Words of error pages in the languages of most sites; other pages have them too. */
const errorWords = new RegExp(
  [
    '\\b404\\b|not (?:be )?(?:found|available|exist)',
    "(?:n['’]t|no longer|cannot|can not|unable to) (?:be )?(?:find|found|exist|locate|here)",
    '\\b(?:oops|sorry|whoops|unavailable|missing|error)\\b',
    'nothing (?:here|found|matched)|has been (?:removed|deleted|moved)',
    "nicht (?:gefunden|vorhanden|verfügbar)|existiert nicht|introuvable|n['’]existe p",
    'no (?:existe|encontrad|se encontr|disponible)',
    'não (?:existe|encontrad|foi encontrad)',
    'non (?:esiste|trovat|è stata trovata)|niet (?:gevonden|beschikbaar)|bestaat niet',
    'hittades inte|ikke fundet|nie (?:znaleziono|istnieje)',
    'не (?:найден|существует)|見つかりません|不存在|找不到|찾을 수 없',
  ].join('|'),
  'i',
);

const textOf = ({ url, markdown }: SaidAt): string => {
  const { pathname } = new URL(url);
  const last = pathname.split('/').findLast((part) => part !== '') ?? '';
  return [url, pathname, last]
    .filter((part) => part.length > 2)
    .reduce((text, part) => text.replaceAll(part, ''), markdown)
    .replace(/\s+/g, ' ')
    .trim();
};

const hashOf = (said: SaidAt): string => createHash('sha256').update(textOf(said)).digest('hex').slice(0, 32);

const words = (title: string | null, markdown: string): string => `${title ?? ''}\n${markdown}`;

/** Says whether a page may be its site's error page, so that it is worth a request to find out. */
export const mayBeErrorPage = (said: SaidAt & { readonly title: string | null }): boolean =>
  said.markdown.length <= charactersMax &&
  new URL(said.url).pathname !== '/' &&
  errorWords.test(words(said.title, said.markdown));

/** Describes a host's error page, from its answer for a path that no one has made. */
export const describeErrorPage = (said: SaidAt & { readonly title: string | null }): ErrorPage => ({
  kind: 'page',
  reader: readerVersion,
  hash: hashOf(said),
  simhash: computeSimhash(textOf(said)),
  saysSo:
    said.markdown.length <= charactersMax &&
    (detectExcuse([], said.markdown) === 'missing' || errorWords.test(words(said.title, said.markdown))),
});

/** Says whether a page has the text that its host shows for pages that do not exist. */
export const isLikeErrorPage = (said: SaidAt, error: ErrorPage): boolean => {
  if (error.kind === 'none') return false;
  if (hashOf(said) === error.hash) return true;
  const simhash = computeSimhash(textOf(said));
  if (!error.saysSo || simhash === null || error.simhash === null) return false;
  return simhashDistance(simhash, error.simhash) <= nearBits;
};
