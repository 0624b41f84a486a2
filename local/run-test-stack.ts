import { startRuntime } from './runtime/start-runtime.ts';
import { synthesiseTestStack } from './test-stack.ts';

/**
 * Runs the test stack over `<folder>/data` in a process of its own, which a test can kill. Prints the endpoints when it
 * is ready.
 */
const folder = process.argv[2] ?? '';
const runtime = await startRuntime({
  assembly: async () => await synthesiseTestStack(folder),
  dataDir: `${folder}/data`,
  port: 0,
  onNotice: () => {},
});
process.stdout.write(
  `${JSON.stringify({ url: runtime.url, ...runtime.endpoints, credentials: runtime.credentials })}\n`,
);
