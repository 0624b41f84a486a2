import { flushCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import { mapErrorStacks } from '../../lib/map-stack.ts';
import { contextObject, errorParts, type FromSandbox, type ToSandbox } from './invocation.ts';

/**
 * The program of a sandbox: loads one function and runs one event at a time, like a Lambda execution environment. Its
 * arguments are the module's path, the export's name and the data directory (by which a later start recognizes it).
 */
const [, , modulePath = '', handlerName = ''] = process.argv;

const tell = (message: FromSandbox): void => {
  process.send?.(message);
};

process.on('disconnect', () => process.exit(0));

try {
  const module = (await import(pathToFileURL(modulePath).href)) as Record<string, unknown>;
  const handler = module[handlerName];
  if (typeof handler !== 'function') throw new Error(`${handlerName} is not exported by ${modulePath}`);
  const run = async ({ event, context }: ToSandbox): Promise<void> => {
    const requestId = context.awsRequestId;
    try {
      const result = (await handler(event, contextObject(context))) as unknown;
      tell({ type: 'result', requestId, payload: JSON.stringify(result) ?? 'null' });
    } catch (error) {
      tell({ type: 'failure', requestId, ...errorParts(error) });
    }
    // What the first event had compiled as well; Node writes it at a process's end, and sandboxes are killed.
    if (!isFlushed) flushCompileCache();
    isFlushed = true;
  };
  let isFlushed = false;
  process.on('message', (message: ToSandbox) => void run(message));
  tell({ type: 'ready' });
} catch (error) {
  mapErrorStacks(error);
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.send?.({ type: 'failure', requestId: undefined, ...errorParts(error) }, () => process.exit(1));
}
