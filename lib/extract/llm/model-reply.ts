import * as z from 'zod';
import { limits } from '../../limits/limits.ts';
import { estimateTokens } from '../model/token-estimate.ts';

/** What of a chat completion counts; providers leave out and add what they like. */
const completionSchema = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z
          .object({
            content: z.union([z.string(), z.array(z.object({ text: z.string().optional() }))]).nullish(),
            refusal: z.string().nullish(),
            tool_calls: z
              .array(z.object({ function: z.object({ arguments: z.unknown() }).optional() }))
              .nullish(),
          })
          .nullish(),
      }),
    )
    .min(1),
  usage: z.unknown().optional(),
});

/** A count that is none is counted for by estimate: it is no reason to throw an answer away. */
const count = z.number().min(0).nullish().catch(null);
const usageSchema = z
  .object({ prompt_tokens: count, completion_tokens: count, total_tokens: count })
  .nullish()
  .catch(null);

/** What a model replied. */
export type ModelReply =
  | { readonly kind: 'text'; readonly text: string; readonly isToolCall: boolean }
  | { readonly kind: 'refused' | 'filtered' | 'truncated'; readonly text: string }
  | { readonly kind: 'empty' };

export interface Tokens {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

type Completion = z.infer<typeof completionSchema>;
type Message = NonNullable<Completion['choices'][number]['message']>;

const textOf = ({ content }: Message): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text }) => text ?? '').join('');

const argumentsOf = ({ tool_calls: calls }: Message): string | null => {
  const given = calls?.[0]?.function?.arguments;
  if (given === undefined || given === null) return null;
  return typeof given === 'string' ? given : JSON.stringify(given);
};

const replyOf = ({ choices }: Completion): ModelReply => {
  const [first] = choices;
  const message = first?.message ?? {};
  const reason = first?.finish_reason?.toLowerCase() ?? '';
  const called = argumentsOf(message);
  const text = called ?? textOf(message);
  const refusal = message.refusal?.trim() ?? '';
  if (refusal !== '' || reason === 'refusal')
    return { kind: 'refused', text: refusal === '' ? text : refusal };
  // Google appends which filter it was.
  if (reason.startsWith('content_filter') || reason === 'safety') return { kind: 'filtered', text };
  if (reason === 'length' || reason === 'max_tokens') return { kind: 'truncated', text };
  if (Buffer.byteLength(text) > limits.answerTextBytesMax) return { kind: 'truncated', text: '' };
  return text.trim() === '' ? { kind: 'empty' } : { kind: 'text', text, isToolCall: called !== null };
};

/** Tokens of a call; a server that does not count is counted for by estimate, so that budgets hold. */
const tokensOf = (given: unknown, sent: string, got: string): Tokens => {
  const usage = usageSchema.parse(given);
  const input = usage?.prompt_tokens ?? estimateTokens(sent);
  const written = usage?.completion_tokens ?? estimateTokens(got);
  // Google counts what the model thinks in the total alone.
  const output = Math.max(written, (usage?.total_tokens ?? 0) - input);
  return { inputTokens: Math.max(0, Math.round(input)), outputTokens: Math.max(0, Math.round(output)) };
};

/** Reads a chat completion; null for what is none. `sent` is what was sent, for servers that count nothing. */
export const readReply = (
  body: unknown,
  sent: string,
): { readonly reply: ModelReply; readonly tokens: Tokens } | null => {
  const parsed = completionSchema.safeParse(body);
  if (!parsed.success) return null;
  const reply = replyOf(parsed.data);
  return { reply, tokens: tokensOf(parsed.data.usage, sent, 'text' in reply ? reply.text : '') };
};

/**
 * Tokens of a call whose answer is none that can be read: as it counts them itself where it does, else what was sent.
 */
export const tokensSpent = (body: unknown, sent: string): Tokens => {
  const usage = typeof body === 'object' && body !== null && 'usage' in body ? body.usage : null;
  return tokensOf(usage, sent, typeof body === 'string' ? body : '');
};
