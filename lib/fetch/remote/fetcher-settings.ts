import * as z from 'zod';
import { fetcherNames, type FetcherName } from '../../request/source/fetcher.ts';
import { serviceRootSchema } from '../http/service-root.ts';

const dollarsPerCredit = z.number().min(0).max(100).optional();
const baseUrl = serviceRootSchema.transform((url) => url.replace(/\/+$/, ''));

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

const keysSchema = z.partialRecord(z.enum(fetcherNames), z.string());

/** The usual environment variables for keys. */
export const fetcherKeyVariables = {
  FIRECRAWL_API_KEY: 'firecrawl',
  SCRAPINGANT_API_KEY: 'scrapingant',
} as const satisfies Record<string, FetcherName>;

/**
 * Reads the secret with the keys: a JSON object from a service's name to its key. An empty secret holds none. A key
 * that no header can carry is among them: it counts as refused when its service is to be asked.
 *
 * @throws {Error} for anything else; the message shows nothing of the secret.
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
  return Object.fromEntries(named.filter(([, key]) => key !== ''));
};
