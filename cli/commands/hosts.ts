import * as z from 'zod';
import { withOptions } from '../options/arguments.ts';
import { connectionOptions, type Command } from '../command.ts';
import { exitCodes, type CommandEnding } from '../exit-code.ts';
import { findInstance } from '../api/find-instance.ts';
import { hostLines, hostSchema } from '../host-lines.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { readResponse } from '../read-list.ts';
import { refusalEnding, unusableInstance } from '../api/refusal.ts';
import { writeOut } from '../output/write-output.ts';
import { inertJson } from '../inert-text.ts';

const optionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  json: z.boolean().default(false),
});

const hosts = async (
  names: readonly string[],
  options: z.infer<typeof optionsSchema>,
): Promise<CommandEnding> => {
  const instance = findInstance(options);
  if ('malformed' in instance) return unusableInstance(instance);
  const signal = listenForInterrupt();
  for (const name of names) {
    // The user may give a URL in place of a host.
    const host = URL.parse(name)?.host || name;
    const read = await readResponse(instance, `/v2/hosts/${encodeURIComponent(host)}`, hostSchema, signal);
    if (read.kind !== 'read') return refusalEnding(read, instance);
    const { success: _success, ...state } = read.value as Record<string, unknown>;
    await writeOut(
      options.json ? `${inertJson(state)}\n` : `${hostLines(read.value, Date.now()).join('\n')}\n`,
    );
  }
  return { exitCode: exitCodes.completed };
};

/** `gleaner hosts <host>...` */
export const hostsCommand: Command = {
  name: 'hosts',
  summary: 'how fast a host is being asked now: pace, pauses, robots.txt',
  operand: '<host>',
  takesMany: true,
  description: 'Shows what is known of a host and when it may be asked next. All jobs share its pace.',
  options: { json: { type: 'boolean', help: 'print one JSON line per host' }, ...connectionOptions },
  examples: [['Why is it so slow?', 'npx gleaner hosts example.com']],
  run: withOptions(optionsSchema, (_operand, options, operands) => hosts(operands, options)),
};
