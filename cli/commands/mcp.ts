import * as z from 'zod';
import { withOptions } from '../options/arguments.ts';
import { connectionOptions, type Command } from '../command.ts';
import { exitCodes, type CommandEnding } from '../exit-code.ts';
import { findInstance, type Instance } from '../api/find-instance.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { noSuchAddress } from '../api/refusal.ts';
import { version } from '../../lib/version.ts';

const optionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  corpus: z.string().min(1).default('main'),
});

const askMs = 60_000;

const serve = async (instance: Instance, corpus: string): Promise<CommandEnding> => {
  const [{ StdioServerTransport }, { makeMcpServer }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/stdio.js'),
    import('../../lib/steps/search-corpus/make-mcp-server.ts'),
  ]);
  const signal = listenForInterrupt();
  const server = makeMcpServer(
    async (method, path, body) => {
      const response = await fetch(`${instance.url}${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(instance.key === undefined ? {} : { authorization: `Bearer ${instance.key}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(askMs)]),
      });
      return { status: response.status, body: await response.json().catch(() => null) };
    },
    corpus,
    version,
  );
  const closed = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    process.stdin.once('end', () => resolve());
  });
  await server.connect(new StdioServerTransport());
  await closed;
  await server.close();
  return { exitCode: exitCodes.completed };
};

/** `gleaner mcp` */
export const mcpCommand: Command = {
  name: 'mcp',
  summary: 'serve tools for models over stdin and stdout',
  operand: '',
  mayBeBare: true,
  description:
    `Speaks the Model Context Protocol on stdin and stdout, for clients that start their servers: ` +
    `search_corpus, read_page,
diff_page, list_changes, source_status and scrape, over the API (docs/corpus.md). Over HTTP the same is at POST /mcp.`,
  options: {
    corpus: { type: 'string', value: 'NAME', help: 'the corpus (default main)' },
    ...connectionOptions,
  },
  examples: [
    [
      'What a client is told to start',
      'npx gleaner mcp --url http://127.0.0.1:3000 --key-file ~/.gleaner-key',
    ],
  ],
  run: withOptions(optionsSchema, async (_operand, options) => {
    const instance = findInstance(options);
    return 'malformed' in instance ? noSuchAddress(instance) : serve(instance, options.corpus);
  }),
};
