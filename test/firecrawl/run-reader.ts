import { deepStrictEqual, match, ok } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  GleanerReader,
  toLangChain,
  toLlamaIndex,
  type ReaderDocument,
} from '../../packages/reader/index.ts';
import { installPackages } from './install-packages.ts';
import type { Row } from './row.ts';
import { skipAll, tryAll, type Trial } from './try-all.ts';

const packages = { '@langchain/core': '1.1.38', '@llamaindex/core': '0.6.22', '@llamaindex/env': '0.1.30' };
const url = 'https://docs.firecrawl.dev/features/crawl';

interface LangChainDocument {
  readonly id?: string;
  readonly pageContent: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}
interface LangChain {
  readonly Document: new (fields: ReturnType<typeof toLangChain>) => LangChainDocument;
}

interface LlamaIndexNode {
  readonly id_: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly sourceNode?: { readonly nodeId: string };
  getText(): string;
}
interface LlamaIndexSchema {
  readonly Document: new (fields: ReturnType<typeof toLlamaIndex>) => LlamaIndexNode;
}
interface LlamaIndexParsers {
  readonly SentenceSplitter: new (options: { readonly chunkSize: number; readonly chunkOverlap: number }) => {
    getNodesFromDocuments(documents: readonly LlamaIndexNode[]): Promise<readonly LlamaIndexNode[]>;
  };
}

/** Tries the reader with the frameworks that its documents are for, with pages of an API. */
export const runReader = async (
  folder: string,
  api: { readonly url: string; readonly key: string },
): Promise<Row[]> => {
  const load = async (name: string): Promise<unknown> => {
    const path = createRequire(join(folder, 'package.json')).resolve(name);
    return (await import(pathToFileURL(path).href)) as unknown;
  };
  let document: ReaderDocument | null = null;
  const read = (): ReaderDocument => {
    ok(document !== null, 'the page was not read');
    return document;
  };
  const trials: Record<string, Trial> = {
    'loadData reads a page': async () => {
      const reader = new GleanerReader({ endpointUrl: api.url, apiKey: api.key, failOnError: true });
      [document = null] = await reader.loadData([url]);
      match(read().text, /# Crawl a site/);
    },
    "toLangChain is a document of LangChain's": async () => {
      const { Document } = (await load('@langchain/core/documents')) as LangChain;
      const { id, pageContent, metadata } = new Document(toLangChain(read()));
      deepStrictEqual([id, pageContent, metadata['source_url']], [read().id, read().text, url]);
    },
    "toLlamaIndex is a document of LlamaIndex's, and is split": async () => {
      const { Document } = (await load('@llamaindex/core/schema')) as LlamaIndexSchema;
      const { SentenceSplitter } = (await load('@llamaindex/core/node-parser')) as LlamaIndexParsers;
      const made = new Document(toLlamaIndex(read()));
      deepStrictEqual([made.id_, made.getText()], [read().id, read().text]);
      // Metadata counts as well, so a part is not much smaller than what it says of its page.
      const splitter = new SentenceSplitter({ chunkSize: 256, chunkOverlap: 0 });
      const nodes = await splitter.getNodesFromDocuments([made]);
      ok(nodes.length > 0, 'no node was made');
      for (const node of nodes)
        deepStrictEqual([node.sourceNode?.nodeId, node.metadata['source_url']], [read().id, url]);
    },
  };
  const file = 'gleaner-reader';
  const missing = await installPackages(folder, packages);
  return missing === null ? await tryAll(file, trials) : skipAll(file, Object.keys(trials), missing);
};
