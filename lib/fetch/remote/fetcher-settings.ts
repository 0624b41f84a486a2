import * as z from 'zod';
import { fetcherNames, type FetcherName } from '../../request/source/fetcher.ts';

const dollarsPerCredit = z.number().min(0).max(100).optional();
const baseUrl = z
  .url({ protocol: /^https?$/ })
  .max(1_000)
  .transform((url) => url.replace(/\/+$/, ''));

/** What a deployment says of the services that fetch pages for it (docs/fetchers.md). Keys are in a secret. */
export const fetcherSettingsSchema = z.strictObject({
  firecrawl: z
    .strictObject({
      /** Root of Firecrawl, or of a service with the same API. */
      url: baseUrl.default('https://api.firecrawl.dev'),
      /** `enhanced` costs more credits. */
      proxy: z.enum(['basic', 'enhanced', 'auto']).default('basic'),
      dollarsPerCredit,
    })
    .optional(),
  scrapingant: z
    .strictObject({
      url: baseUrl.default('https://api.scrapingant.com'),
      /** Shows the page in a browser, which costs ten times as many credits. */
      browser: z.boolean().default(true),
      proxy: z.enum(['datacenter', 'residential']).default('datacenter'),
      dollarsPerCredit,
    })
    .optional(),
});

export type FetcherSettings = z.output<typeof fetcherSettingsSchema>;
export type ServiceSettings<Name extends FetcherName> = NonNullable<FetcherSettings[Name]>;

/** Keys by the name of their service. */
export type FetcherKeys = Readonly<Partial<Record<FetcherName, string>>>;

/** Characters that a header carries unchanged: printable ASCII (RFC 9110, 5.5), without spaces. */
const headerSafe = /^[\x21-\x7e]+$/;

const keysSchema = z.partialRecord(z.enum(fetcherNames), z.string());

/** The usual environment variables for keys. */
export const fetcherKeyVariables = {
  FIRECRAWL_API_KEY: 'firecrawl',
  SCRAPINGANT_API_KEY: 'scrapingant',
} as const satisfies Record<string, FetcherName>;

/**
 * Reads the secret with the keys: a JSON object from a service's name to its key. An empty secret holds none.
 *
 * @throws {Error} for anything else, and for a key that no header can carry; the message shows nothing of the secret.
 */
export const parseFetcherKeys = (secret: string): FetcherKeys => {
  let read: unknown;
  try {
    read = secret.trim() === '' ? {} : (JSON.parse(secret) as unknown);
  } catch {
    read = null;
  }
  const parsed = keysSchema.safeParse(read);
  if (!parsed.success)
    throw new Error(
      'Cannot read the keys of fetchers: the secret is no JSON object from names of fetchers to keys',
    );
  const named = Object.entries(parsed.data).map(([name, key]) => [name, key?.trim() ?? ''] as const);
  const given = named.filter(([, key]) => key !== '');
  const [broken] = given.find(([, key]) => !headerSafe.test(key)) ?? [];
  if (broken !== undefined)
    throw new Error(
      `Cannot use the key of ${broken}: it holds a space, a line break or another character that no key has. ` +
        'Copy it again, as one word',
    );
  return Object.fromEntries(given);
};
