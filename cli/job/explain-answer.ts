import * as z from 'zod';

const evidenceSchema = z.looseObject({
  url: z.string().catch(''),
  kind: z.string().catch('model'),
  where: z.string().nullish().catch(null),
  quote: z.string().nullish().catch(null),
});
const candidateSchema = z.looseObject({
  value: z.unknown(),
  confidence: z.number().catch(0),
  grounded: z.string().catch('ungrounded'),
  evidence: evidenceSchema.catch({ url: '', kind: 'model', where: null, quote: null }),
  alternatives: z
    .array(z.looseObject({ value: z.unknown(), kind: z.string(), why: z.string() }))
    .optional()
    .catch(undefined),
});
const placedSchema = z.looseObject({ candidate: candidateSchema });
const itemSchema = candidateSchema.omit({ alternatives: true });
const answerSchema = z.looseObject({
  data: z.unknown(),
  warning: z.string().optional().catch(undefined),
  sources: z
    .record(
      z.string(),
      z.looseObject({
        value: z.unknown(),
        from: placedSchema,
        losing: z.array(placedSchema).catch([]),
        items: z.array(itemSchema).optional().catch(undefined),
      }),
    )
    .optional()
    .catch(undefined),
});

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'null';
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
};

const standing = ({ grounded, confidence, evidence }: z.infer<typeof itemSchema>): string =>
  `${evidence.kind}, ${grounded}, confidence ${confidence}`;

/** Returns why another page's value lost, by the order in which pages are trusted. */
const whyLost = (won: z.infer<typeof candidateSchema>, lost: z.infer<typeof candidateSchema>): string => {
  if (lost.grounded === 'ungrounded' && won.grounded !== 'ungrounded') return 'its page does not contain it';
  if (lost.confidence < won.confidence) return 'it is less sure';
  return 'its page comes later';
};

const sourceLines = (from: z.infer<typeof itemSchema>): string[] => {
  const { quote, url, where } = from.evidence;
  return [
    `from ${url} (${standing(from)})${where === null || where === undefined ? '' : ` at ${where}`}`,
    ...(quote === null || quote === undefined ? [] : [`as written: ${shown(quote)}`]),
  ];
};

/** Lists the items of a list, each with its first place. */
const itemLines = (items: readonly z.infer<typeof itemSchema>[]): string[] =>
  items.flatMap((item) => [`  ${shown(item.value)}`, ...sourceLines(item).map((line) => `    ${line}`)]);

/** Writes the answer of an extraction field by field: the value, its place, and the other values found. */
export const explainAnswer = (body: unknown): string[] => {
  const { data, sources = {}, warning } = answerSchema.parse(body);
  const named = typeof data === 'object' && data !== null && !Array.isArray(data) ? Object.keys(data) : [];
  const lines = [...new Set([...named, ...Object.keys(sources)])].flatMap((name) => {
    const source = sources[name];
    if (source === undefined) return [`${name}: open`, '  no page answers it'];
    const { candidate } = source.from;
    return [
      `${name}: ${shown(source.value)}`,
      ...(source.items === undefined
        ? sourceLines(candidate).map((line) => `  ${line}`)
        : itemLines(source.items)),
      ...(candidate.alternatives ?? []).map(
        (each) => `  not ${shown(each.value)} (${each.kind}): ${each.why}`,
      ),
      ...source.losing.map(
        ({ candidate: lost }) =>
          `  not ${shown(lost.value)} from ${lost.evidence.url} (${standing(lost)}): ${whyLost(candidate, lost)}`,
      ),
    ];
  });
  return warning === undefined ? lines : [...lines, `Warning: ${warning}`];
};
