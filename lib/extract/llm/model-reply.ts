import * as z from 'zod';
import { limits } from '../../limits/limits.ts';
import { estimateTokens } from '../model/token-estimate.ts';

/** The parts of a chat completion that Gleaner reads; providers leave out and add others. */
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

/** A count that is invalid is replaced by an estimate; it is no reason to discard an answer. */
const count = z.number().min(0).nullish().catch(null);
const usageSchema = z
  .object({ prompt_tokens: count, completion_tokens: count, total_tokens: count })
  .nullish()
  .catch(null);

/** The reply of a model. */
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
  // Google appends the name of the filter.
  if (reason.startsWith('content_filter') || reason === 'safety') return { kind: 'filtered', text };
  if (reason === 'length' || reason === 'max_tokens') return { kind: 'truncated', text };
  if (Buffer.byteLength(text) > limits.answerTextBytesMax) return { kind: 'truncated', text: '' };
  return text.trim() === '' ? { kind: 'empty' } : { kind: 'text', text, isToolCall: called !== null };
};

/** Returns the tokens of a call; estimates them if the server does not count, so that budgets hold. */
const tokensOf = (given: unknown, sent: string, got: string): Tokens => {
  const usage = usageSchema.parse(given);
  const input = usage?.prompt_tokens ?? estimateTokens(sent);
  const written = usage?.completion_tokens ?? estimateTokens(got);
  // Google counts a model's thinking only in the total.
  const output = Math.max(written, (usage?.total_tokens ?? 0) - input);
  return { inputTokens: Math.max(0, Math.round(input)), outputTokens: Math.max(0, Math.round(output)) };
};

/** Reads a chat completion; null for anything else. `sent` is the request, for servers that do not count tokens. */
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
 * Returns the tokens of a call whose answer cannot be read: its own counts if it has any, else those of the request.
 */
export const tokensSpent = (body: unknown, sent: string): Tokens => {
  const usage = typeof body === 'object' && body !== null && 'usage' in body ? body.usage : null;
  return tokensOf(usage, sent, typeof body === 'string' ? body : '');
};
