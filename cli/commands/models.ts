import * as z from 'zod';
import { withOptions } from '../options/arguments.ts';
import { callApi, firstContact } from '../api/call-api.ts';
import { connectionOptions, type Command } from '../command.ts';
import { exitCodes, usageEnding, type CommandEnding } from '../exit-code.ts';
import { findInstance } from '../api/find-instance.ts';
import { listenForInterrupt } from '../listen-for-interrupt.ts';
import { refusalEnding, unusableInstance } from '../api/refusal.ts';
import { say, writeOut } from '../output/write-output.ts';
import { inertJson } from '../inert-text.ts';

const optionsSchema = z.object({
  url: z.string().optional(),
  key: z.string().optional(),
  json: z.boolean().default(false),
});
type Options = z.infer<typeof optionsSchema>;

const keySchema = z.looseObject({
  fingerprint: z.string(),
  provider: z.string(),
  state: z.string(),
  until: z.string().optional(),
  reason: z.string().optional(),
  refusedFor: z.array(z.object({ model: z.string(), until: z.string(), reason: z.string() })),
  running: z.number(),
});
type ModelKeyRow = z.infer<typeof keySchema>;

/** Writes a key as a line, with a line below for each model that refused it. */
const linesOf = ({
  fingerprint,
  provider,
  state,
  until,
  reason,
  refusedFor,
  running,
}: ModelKeyRow): string[] => {
  const rest = until === undefined ? '' : ` until ${until}: ${reason ?? ''}`;
  return [
    `${fingerprint}  ${provider}  ${state}${rest}  (${running} running)`,
    ...refusedFor.map((each) => `  ${each.model} refused until ${each.until}: ${each.reason}`),
  ];
};

const run = async ([given = '', ...rest]: readonly string[], options: Options): Promise<CommandEnding> => {
  const instance = findInstance(options);
  if ('malformed' in instance) return unusableInstance(instance);
  const signal = listenForInterrupt();
  const action = given === '' ? 'list' : given;
  if (action === 'wake') {
    if (rest.length === 0)
      return usageEnding('expected a fingerprint, as in: gleaner models wake 3f2a9c0d1e4b5a69');
    for (const fingerprint of rest) {
      const path = `/v2/models/${encodeURIComponent(fingerprint)}/wake`;
      const answer = await callApi(instance, { method: 'POST', path }, firstContact, signal);
      if (answer.kind !== 'ok') return refusalEnding(answer, instance);
      say(`The key ${fingerprint} will be used again within half a minute.`);
    }
    return { exitCode: exitCodes.completed };
  }
  if (action !== 'list' || rest.length > 0)
    return usageEnding('expected: gleaner models, or gleaner models wake FINGERPRINT');
  const answer = await callApi(instance, { method: 'GET', path: '/v2/models' }, firstContact, signal);
  if (answer.kind !== 'ok') return refusalEnding(answer, instance);
  const { keys } = z.object({ keys: z.array(keySchema) }).parse(answer.body);
  for (const key of keys)
    await writeOut(options.json ? `${inertJson(key)}\n` : `${linesOf(key).join('\n')}\n`);
  if (keys.length === 0) say('No model key was used in the last week.');
  return { exitCode: exitCodes.completed };
};

/** `gleaner models`, `gleaner models wake <fingerprint>` */
export const modelsCommand: Command = {
  name: 'models',
  summary: 'show the model keys that extraction uses, and use one again that was refused',
  operand: 'list | wake <fingerprint>',
  takesMany: true,
  mayBeBare: true,
  operandCompletes: ['list', 'wake'],
  description:
    `Lists the keys that were used in the last week by fingerprint: which of them rest or were refused, ` +
    `until when, and why. Needs a
key with the scope admin.`,
  options: {
    json: { type: 'boolean', help: 'print one JSON object a line' },
    ...connectionOptions,
  },
  clashes: [{ options: ['json'], actions: ['list'] }],
  examples: [
    ['Why does an extraction wait?', 'npx gleaner models'],
    ['A key works again at its provider', 'npx gleaner models wake 3f2a9c0d1e4b5a69'],
  ],
  run: withOptions(optionsSchema, (_operand, options, operands) => run(operands, options)),
};
