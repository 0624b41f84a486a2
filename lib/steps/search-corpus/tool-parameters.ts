import * as z from 'zod';

/** A parameter of a tool. Both its description for the model and its check are made from this. */
export interface ToolParameter {
  readonly type: 'text' | 'url' | 'number';
  readonly about: string;
  readonly isOptional?: true;
  /** Of numbers: the largest; the smallest is 1. */
  readonly max?: number;
}
export type ToolParameters = Readonly<Record<string, ToolParameter>>;

/** Arguments of a call by name; undefined if left out. */
export type ToolArguments = Readonly<Record<string, string | undefined>>;

/** A cursor holds the longest URL, in base64. */
const textCharactersMax = 4_096;

/**
 * Parameters as JSON Schema. It does not use zod's own conversion: bundles leave that part out, because nothing else
 * needs it at run time (infra/zod-parts.ts).
 */
export const describeParameters = (
  parameters: ToolParameters,
): {
  type: 'object';
  properties: Record<string, object>;
  required: string[];
  additionalProperties: false;
} => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(parameters).map(([name, { type, about, max }]) => [
      name,
      type === 'number'
        ? { type: 'integer', minimum: 1, ...(max === undefined ? {} : { maximum: max }), description: about }
        : { type: 'string', ...(type === 'url' ? { format: 'uri' } : {}), minLength: 1, description: about },
    ]),
  ),
  required: Object.entries(parameters).flatMap(([name, { isOptional }]) =>
    isOptional === true ? [] : [name],
  ),
  additionalProperties: false,
});

const schemaOf = ({ type, max, isOptional }: ToolParameter): z.ZodType => {
  const schema = {
    text: z.string().min(1).max(textCharactersMax),
    url: z.url({ protocol: /^https?$/ }).max(textCharactersMax),
    number: z
      .number()
      .int()
      .min(1)
      .max(max ?? Number.MAX_SAFE_INTEGER),
  }[type];
  return isOptional === true ? schema.optional() : schema;
};

/** Reads arguments as texts, or says what is wrong with them. */
export const parseToolArguments = (
  parameters: ToolParameters,
  given: unknown,
):
  | { readonly ok: true; readonly values: ToolArguments }
  | { readonly ok: false; readonly problem: string } => {
  const shape = Object.fromEntries(Object.entries(parameters).map(([name, one]) => [name, schemaOf(one)]));
  const parsed = z.strictObject(shape).safeParse(given ?? {});
  if (!parsed.success)
    return {
      ok: false,
      problem: parsed.error.issues
        .map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`))
        .join('; '),
    };
  const values = Object.entries(parsed.data).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)] as const] : [],
  );
  return { ok: true, values: Object.fromEntries(values) };
};
