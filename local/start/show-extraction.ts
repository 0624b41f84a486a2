import { scrapeJson, type Api } from './call-api.ts';

/** Fields for the sample site's product: most are in its structured data, the last is nowhere in the page. */
const fields = [
  { name: 'name', type: 'string', description: 'name of the product' },
  { name: 'price', type: 'number', description: 'price of the product' },
  { name: 'currency', type: 'string', description: 'currency of the price' },
  { name: 'sku', type: 'string' },
  { name: 'inStock', type: 'boolean', description: 'whether it is in stock' },
  { name: 'rating', type: 'number', description: 'average rating' },
  { name: 'paperWeight', type: 'string', description: 'weight of the paper in g/m²' },
] as const;

/** Writes the answer as lines: the values found, and those that need a model. */
export const extractionLines = (
  url: string,
  json: unknown,
  asked: { readonly open: readonly string[]; readonly model: string | null },
): string => {
  const shown = JSON.stringify(json);
  const by = asked.model === null ? 'without a model' : `with ${asked.model}`;
  const open =
    asked.open.length === 0
      ? ''
      : `\n  not answered: ${asked.open.join(', ')}${asked.model === null ? keysHint : ''}`;
  return `Extracted from ${url} ${by}:\n  ${shown}${open}\n`;
};

const keysHint = ' (to ask a model, set OPENAI_API_KEY, ANTHROPIC_API_KEY or GOOGLE_API_KEY)';

/** Extracts a product from the sample site, as an example. */
export const showExtraction = async (api: Api, origin: string): Promise<string> => {
  const url = new URL('/shop/fen-walkers-map.html', origin).href;
  const { json, extraction } = await scrapeJson(api, url, fields);
  return extractionLines(url, json, extraction);
};
