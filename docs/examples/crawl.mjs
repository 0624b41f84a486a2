// Crawls a site with Firecrawl's own client.  node docs/examples/crawl.mjs https://example.com/
import Firecrawl from '@mendable/firecrawl-js';

const { GLEANER_URL = 'http://127.0.0.1:3000', GLEANER_KEY = '' } = process.env;
const [url = 'https://example.com/'] = process.argv.slice(2);

const gleaner = new Firecrawl({ apiUrl: GLEANER_URL, apiKey: GLEANER_KEY });
const crawl = await gleaner.crawl(url, { limit: 10, scrapeOptions: { formats: ['markdown'] } });
for (const { metadata, markdown = '' } of crawl.data) {
  console.log(`${metadata.sourceURL}  ${metadata.title ?? ''}  ${markdown.length} characters`);
}
