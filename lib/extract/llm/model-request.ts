import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';
import type { JsonObject } from '../schema/json.ts';
import type { OutputForm, Question } from './model-output.ts';
import type { ModelCapabilities } from './model-capabilities.ts';
import { wrapperName } from './strict-schema.ts';

/** An invalid answer, and why: shown to the model once, to be repaired. */
export interface Repair {
  readonly raw: string;
  readonly faults: readonly string[];
}

/** The schemas with which a question is asked. */
export interface AskedSchemas {
  /** For forms in which the server, or a tool, enforces the schema; its root is an object. */
  readonly strict: JsonObject;
  /** False if the schema is too large to be strict: then `strict` is only told to a tool. */
  readonly isStrict: boolean;
  /** For forms in which the model reads the schema in the prompt. */
  readonly told: JsonObject;
  /** Whether the model has to put the answer into an object, under `wrapperName`. */
  readonly isWrapped: boolean;
}

type Request = ChatCompletionCreateParamsNonStreaming;
type Message = Request['messages'][number];

const toolName = 'give_answer';
const repairCharactersMax = 20_000;

const toldSchema = ({ told, isWrapped }: AskedSchemas): string => {
  const where = isWrapped ? `the value of "${wrapperName}" in one JSON object` : 'one JSON object';
  return (
    `Answer with ${where}, valid against this JSON Schema, and nothing else: no words before or after, no ` +
    `fences.\n${JSON.stringify(told)}`
  );
};

const messagesOf = (
  question: Question,
  form: OutputForm,
  schemas: AskedSchemas,
  repair: Repair | null,
): Message[] => {
  const isTold = form === 'json_object' || form === 'prompt';
  const system = isTold ? `${question.system}\n\n${toldSchema(schemas)}` : question.system;
  const messages: Message[] = [
    { role: 'system', content: system },
    { role: 'user', content: question.user },
  ];
  if (repair === null) return messages;
  const faults = repair.faults.map((fault) => `- ${fault}`).join('\n');
  return [
    ...messages,
    { role: 'assistant', content: repair.raw.slice(0, repairCharactersMax) },
    {
      role: 'user',
      content:
        `That answer is not valid:\n${faults}\nGive the whole answer again, corrected. Leave out what the ` +
        `text does not say rather than inventing it.`,
    },
  ];
};

const formOf = (form: OutputForm, { strict, isStrict }: AskedSchemas): Partial<Request> => {
  switch (form) {
    case 'json_schema':
      return {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'answer', strict: true, schema: strict },
        },
      };
    case 'json_object':
      return { response_format: { type: 'json_object' } };
    case 'tool':
      return {
        tools: [
          {
            type: 'function',
            function: {
              name: toolName,
              description: 'Takes the answer.',
              parameters: strict,
              ...(isStrict ? { strict: true } : {}),
            },
          },
        ],
        tool_choice: { type: 'function', function: { name: toolName } },
      };
    case 'prompt':
      return {};
  }
};

/** Makes the request that asks a model a question in one form. The deployment's parameters override all others. */
export const makeModelRequest = (
  question: Question,
  form: OutputForm,
  capabilities: ModelCapabilities,
  schemas: AskedSchemas,
  repair: Repair | null,
): Request => ({
  model: question.choice.model,
  messages: messagesOf(question, form, schemas, repair),
  [capabilities.tokenLimit]: question.maxOutputTokens,
  ...(capabilities.takesTemperature ? { temperature: 0 } : {}),
  ...formOf(form, schemas),
  ...question.choice.parameters,
  stream: false,
});
