import { deepStrictEqual, match } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installPackages } from './install-packages.ts';
import type { Row } from './row.ts';
import { skipAll, tryAll, type Trial } from './try-all.ts';

const version = '1.1.29';
const packages = {
  '@langchain/community': version,
  '@langchain/core': '1.1.38',
  '@mendable/firecrawl-js': '4.42.0',
};

interface LoadedDocument {
  readonly pageContent: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

interface LoaderModule {
  readonly FireCrawlLoader: new (options: {
    readonly url: string;
    readonly apiKey: string;
    readonly apiUrl: string;
    readonly mode: 'scrape' | 'crawl' | 'map';
  }) => { load(): Promise<LoadedDocument[]> };
}

/** Tries LangChain's loader in the mode that works with any server. */
export const runLangchain = async (
  folder: string,
  api: { readonly url: string; readonly key: string },
): Promise<Row[]> => {
  const file = `langchain-js ${version}`;
  // The loader asks for `success`, which this version of the client leaves out of what it hands on.
  const broken = skipAll(
    file,
    ['loader in mode crawl', 'loader in mode map'],
    'not run: the loader reads a field that the client it depends on does not return',
  );
  const load = async (): Promise<LoadedDocument[]> => {
    const path = createRequire(join(folder, 'index.js')).resolve(
      '@langchain/community/document_loaders/web/firecrawl',
    );
    const { FireCrawlLoader } = (await import(pathToFileURL(path).href)) as LoaderModule;
    const url = 'https://docs.firecrawl.dev/features/scrape';
    return await new FireCrawlLoader({ url, apiKey: api.key, apiUrl: api.url, mode: 'scrape' }).load();
  };
  const trials: Record<string, Trial> = {
    'loader in mode scrape': async () => {
      const [document, ...others] = await load();
      deepStrictEqual(others, []);
      match(document?.pageContent ?? '', /Scraping fetches one page/);
      deepStrictEqual(document?.metadata['title'], 'Scrape a page');
    },
  };
  const missing = await installPackages(folder, packages);
  return missing === null
    ? [...(await tryAll(file, trials)), ...broken]
    : skipAll(file, [...Object.keys(trials), ...broken.map(({ test }) => test)], missing);
};
