import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import * as z from 'zod';

/** A server of the Model Context Protocol over its standard input and output, as an assistant runs it. */
export interface McpSession {
  readonly tools: readonly string[];
  /** What a tool answers, read as JSON where it is. Throws what it says when it fails. */
  call(tool: string, args: unknown): Promise<unknown>;
  close(): Promise<void>;
}

const answerSchema = z.object({
  id: z.number().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
});
const toolsSchema = z.object({ tools: z.array(z.object({ name: z.string() })) });
const calledSchema = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.object({ text: z.string().default('') })),
});

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

/** Starts a server and greets it. */
export const openMcpSession = async (
  script: string,
  environment: Readonly<Record<string, string>>,
): Promise<McpSession> => {
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map<number, (answer: z.infer<typeof answerSchema>) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer = answerSchema.safeParse(readJson(line));
    if (answer.success && answer.data.id !== undefined) waiting.get(answer.data.id)?.(answer.data);
  });
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  let last = 0;
  const send = (message: object): void =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = async (method: string, params: unknown): Promise<unknown> => {
    const id = (last += 1);
    const answered = new Promise<z.infer<typeof answerSchema>>((resolve) => waiting.set(id, resolve));
    send({ id, method, params });
    const answer = await Promise.race([
      answered,
      ended.then(() => ({ error: { message: 'the server ended' }, result: undefined })),
    ]);
    if (answer.error !== undefined) throw new Error(answer.error.message);
    return answer.result;
  };
  const clientInfo = { name: 'conformance', version: '1' };
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  send({ method: 'notifications/initialized' });
  const { tools } = toolsSchema.parse(await ask('tools/list', {}));
  return {
    tools: tools.map(({ name }) => name),
    call: async (name, args) => {
      const { isError, content } = calledSchema.parse(await ask('tools/call', { name, arguments: args }));
      const text = content.map((part) => part.text).join('\n');
      if (isError === true) throw new Error(text);
      return readJson(text);
    },
    close: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};
