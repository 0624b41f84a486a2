import { randomUUID } from 'node:crypto';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import * as z from 'zod';
import { withOptions } from '../options/arguments.ts';
import { connectionOptions, type Command } from '../command.ts';
import { exitCodes, type CommandEnding } from '../exit-code.ts';
import { findInstance, type Instance } from '../api/find-instance.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { callApi, firstContact } from '../api/call-api.ts';
import { unusableInstance, refusalEnding } from '../api/refusal.ts';
import { writeOut } from '../output/write-output.ts';
import { isPlainObject } from '../../lib/plain-object.ts';
import type { AskCorpus } from '../../lib/steps/search-corpus/corpus-tools.ts';
import { version } from '../../lib/version.ts';

const optionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  corpus: z.string().min(1).default('main'),
});

/** Makes the calls of tools to the API; where none answers, the answer is a refusal that says what to do. */
const askInstance =
  (instance: Instance, signal: AbortSignal): AskCorpus =>
  async (method, path, body) => {
    const request = { method, path, ...(isPlainObject(body) ? { body } : {}) };
    // A call that is tried again finds the job of the first try.
    const once = method === 'POST' ? { idempotencyKey: randomUUID() } : {};
    const answer = await callApi(instance, { ...request, ...once }, firstContact, signal);
    if (answer.kind === 'ok') return { status: 200, body: answer.body };
    if (answer.kind === 'refused') {
      const { status, code, message } = answer;
      return { status, body: { error: message, ...(code === undefined ? {} : { code }) } };
    }
    return {
      status: 503,
      body: { error: refusalEnding(answer, instance).message ?? 'The call was interrupted' },
    };
  };

/**
 * Notes the calls that a transport brings, until their answers are written: a client may end its stdin and wait for
 * what it asked.
 */
const noteCalls = (transport: Transport): { readonly answered: () => Promise<void> } => {
  const open = new Set<string | number>();
  let onAnswered: () => void = () => {};
  const end = (id: string | number): void => {
    open.delete(id);
    if (open.size === 0) onAnswered();
  };
  const receive = transport.onmessage;
  const send = transport.send.bind(transport);
  const noted: Pick<Transport, 'onmessage' | 'send'> = {
    onmessage: (message, extra) => {
      if ('method' in message && 'id' in message) open.add(message.id);
      // Nobody answers a call that was cancelled.
      const { requestId } = ('params' in message ? message.params : undefined) ?? {};
      const isCancelled = 'method' in message && message.method === 'notifications/cancelled';
      if (isCancelled && (typeof requestId === 'string' || typeof requestId === 'number')) end(requestId);
      receive?.(message, extra);
    },
    send: async (message, options) => {
      await send(message, options);
      if (!('method' in message) && message.id !== undefined) end(message.id);
    },
  };
  Object.assign(transport, noted);
  return {
    answered: () =>
      new Promise((resolve) => {
        onAnswered = resolve;
        if (open.size === 0) resolve();
      }),
  };
};

const serve = async (instance: Instance, corpus: string): Promise<CommandEnding> => {
  const [{ StdioServerTransport }, { STDIO_DEFAULT_MAX_BUFFER_SIZE }, { makeMcpServer }, { judgeLines }] =
    await Promise.all([
      import('@modelcontextprotocol/sdk/server/stdio.js'),
      import('@modelcontextprotocol/sdk/shared/stdio.js'),
      import('../../lib/steps/search-corpus/make-mcp-server.ts'),
      import('../api/judge-lines.ts'),
    ]);
  const signal = listenForInterrupt();
  const server = makeMcpServer(askInstance(instance, signal), corpus, version);
  const interrupted = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const messages = process.stdin.pipe(
    judgeLines(
      async (refusal) => await writeOut(`${JSON.stringify(refusal)}\n`),
      STDIO_DEFAULT_MAX_BUFFER_SIZE,
    ),
  );
  const ended = new Promise<void>((resolve) => {
    messages.once('end', () => resolve());
  });
  const transport = new StdioServerTransport(messages);
  await server.connect(transport);
  const calls = noteCalls(transport);
  await Promise.race([interrupted, ended.then(calls.answered)]);
  await server.close();
  process.stdin.unpipe(messages).pause();
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
    return 'malformed' in instance ? unusableInstance(instance) : serve(instance, options.corpus);
  }),
};
