import { readStartArguments } from '../local/start/arguments.ts';
import type { OptionValues } from './command.ts';
import { usageEnding, type CommandEnding } from './exit-code.ts';

/** Runs `gleaner local`: a module of its own, because it loads only on Node 24. */
export const runLocal = async (operands: readonly string[], values: OptionValues): Promise<CommandEnding> => {
  const parsed = readStartArguments(values, operands, process.env);
  if (parsed.kind !== 'start') {
    const what = parsed.kind === 'malformed' ? `${parsed.message}\n` : '';
    return usageEnding(`${what}See: gleaner local --help`);
  }
  const { run } = await import('../local/start/run.ts');
  // Everything is stopped by then; connections that an HTTP client keeps open are not waited for.
  process.exit(await run(parsed.arguments));
};
