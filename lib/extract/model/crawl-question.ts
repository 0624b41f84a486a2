import { sitemapModes } from '../../request/job-spec.ts';
import type { Json } from '../schema/json.ts';
import type { JsonSchema } from '../schema/json-schema.ts';

const option = (
  type: string,
  description: string,
  more: Readonly<Record<string, Json>> = {},
): JsonSchema => ({
  type,
  description,
  ...more,
});
const patterns = (description: string): JsonSchema =>
  option('array', description, { items: { type: 'string' } });

/** Options of a crawl that a model may choose, all optional. */
const schema: JsonSchema = {
  type: 'object',
  properties: {
    includePaths: patterns(
      'Regular expressions for the path of a URL, such as "^/blog/.+". Only pages that match one are ' +
        'crawled. Without lookarounds and backreferences',
    ),
    excludePaths: patterns('Regular expressions for the path of a URL. Pages that match one are not crawled'),
    maxDiscoveryDepth: option(
      'integer',
      'How many links a page may be away from the first page; 1 is what it links to',
    ),
    limit: option('integer', 'Pages that are crawled at most'),
    crawlEntireDomain: option('boolean', 'Also pages beside and above the path of the first page'),
    allowSubdomains: option('boolean', 'Also pages on subdomains of the site'),
    allowExternalLinks: option('boolean', 'Also pages of other sites'),
    sitemap: option(
      'string',
      '"include": pages of the sitemap and links; "skip": links alone; "only": pages of the sitemap alone',
      { enum: [...sitemapModes] },
    ),
    ignoreQueryParameters: option('boolean', 'Pages that differ in their query alone are one page'),
    delay: option('number', 'Seconds between two requests'),
  },
  additionalProperties: false,
};

const system =
  `You set the options of a web crawl. A person says in their own words which pages of a site they want; ` +
  `you answer with the options under which a crawler that starts at their URL gets those pages, and few others, as JSON.

- Leave out every option that the words do not ask for; the crawler has sensible defaults.
- A pattern stands for the path alone, which begins with a slash, never for the whole URL. Take a path that ` +
  `the words name, or that sites of this kind usually have.
- When wanted pages may lie beside or above the path of the URL, set crawlEntireDomain.
- Set limit only when the words say how many pages, or that a sample is enough.`;

/** Makes the question by which a model turns a person's words about a crawl into its options. */
export const crawlQuestion = (
  url: string,
  prompt: string,
): { readonly schema: JsonSchema; readonly system: string; readonly user: string } => ({
  schema,
  system,
  user: `URL: ${url}\n\nWanted:\n${prompt}`,
});
