import { spawn, spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCrawl4ai, type Crawl4aiVersion } from '../reader/crawl4ai-double.ts';
import { serveCrawled } from '../reader/crawled-site.ts';
import type { TestSite } from '../../test/harness/serve-site.ts';

const python = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']);
const needs = 'needs python3, 3.10 or newer';

let site: TestSite;
beforeAll(async () => {
  site = await serveCrawled();
});
afterAll(() => site.close());

/** Runs Python in this folder; answers its status, and what it said. */
const run = (
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ status: number | null; said: string }> =>
  new Promise((resolve) => {
    const child = spawn('python3', ['-B', ...args], {
      cwd: import.meta.dirname,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.once('close', (status) => resolve({ status, said }));
  });

test.skipIf(python.status !== 0)(`the reader for Python keeps its own tests (${needs})`, async () => {
  const { status, said } = await run(['-m', 'unittest', 'test_gleaner_reader']);
  expect(status, said).toBe(0);
  expect(said).toMatch(/Ran [1-9]\d* tests/);
});

const versions: readonly Crawl4aiVersion[] = ['0.4', '0.8', '0.9'];
test.skipIf(python.status !== 0).each(versions)(
  `the reader for Python reads with a server of Crawl4AI %s (${needs})`,
  async (version) => {
    const server = await startCrawl4ai(version, 'token');
    try {
      const environment = { CRAWL4AI_URL: server.url, SITE_URL: site.origin };
      const { status, said } = await run(['-m', 'unittest', 'test_crawl4ai'], environment);
      expect(status, said).toBe(0);
      expect(said).toMatch(/Ran 3 tests[^]*OK\s*$/);
    } finally {
      await server.close();
    }
  },
);

/** LlamaIndex's two classes, as far as a reader meets them (llama-index-core 0.14). */
const llamaIndex = `
import sys, types
class BaseReader:
    def load_data(self, *args, **kwargs): raise NotImplementedError
class Document:
    def __init__(self, *, text, metadata, id_): self.text, self.metadata, self.id_ = text, metadata, id_
for name in ("llama_index", "llama_index.core", "llama_index.core.readers"): sys.modules[name] = types.ModuleType(name)
base = sys.modules["llama_index.core.readers.base"] = types.ModuleType("base"); base.BaseReader = BaseReader
schema = sys.modules["llama_index.core.schema"] = types.ModuleType("schema"); schema.Document = Document
import gleaner_reader
reader = gleaner_reader.GleanerReader()
made = reader._document("https://example.com", "text", {})
print(isinstance(reader, BaseReader), type(made) is Document, made.id_)
`;
test.skipIf(python.status !== 0)(`is a reader of LlamaIndex where that is installed (${needs})`, async () => {
  const { status, said } = await run(['-c', llamaIndex]);
  expect([status, said]).toEqual([0, 'True True 100680ad-546c-e6a5-77f4-2f52df33b4cf\n']);
});
