import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../lib/extract/schema/json.ts';
import type { SeenAsk } from './fake-llm-ask.ts';

/**
 * What a model without a mind answers: each property takes what stands behind its name in the text ("Price: 12.50",
 * "| Price | 12.50 |"), and nothing where its name does not stand. Nothing is invented.
 */

const words = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .join('[\\s_-]*');

const behind = (text: string, name: string): string | null => {
  const label = new RegExp(`(?:^|[\\n|*>-])\\s*\\**${words(name)}\\**\\s*[:|]\\s*\\**\\s*([^\\n|]+)`, 'i');
  return label.exec(text)?.[1]?.replace(/\*+$/, '').trim() ?? null;
};

const typesOf = (schema: JsonObject): readonly Json[] =>
  isJsonList(schema['anyOf'])
    ? schema['anyOf'].filter(isJsonObject).flatMap(typesOf)
    : isJsonList(schema['type'])
      ? schema['type']
      : [schema['type'] ?? 'string'];

const numberIn = (text: string): number | null => {
  const found = /-?\d[\d,]*(?:\.\d+)?/.exec(text)?.[0];
  return found === undefined ? null : Number(found.replaceAll(',', ''));
};

const scalar = (found: string, types: readonly Json[]): Json => {
  if (types.includes('number') || types.includes('integer')) return numberIn(found);
  if (types.includes('boolean')) return /^(?:yes|true|in stock)/i.test(found);
  return found;
};

const branch = (schema: JsonObject, type: string): JsonObject | null => {
  if (schema['type'] === type) return schema;
  const branches = isJsonList(schema['anyOf']) ? schema['anyOf'].filter(isJsonObject) : [];
  return branches.find((each) => each['type'] === type) ?? null;
};

const fill = (schema: JsonObject, text: string, name: string): Json => {
  const object = branch(schema, 'object');
  if (object !== null) {
    const properties = isJsonObject(object['properties']) ? object['properties'] : {};
    return Object.fromEntries(
      Object.entries(properties).map(([each, of]) => [each, isJsonObject(of) ? fill(of, text, each) : null]),
    );
  }
  const found = behind(text, name);
  const list = branch(schema, 'array');
  if (list === null) return found === null ? null : scalar(found, typesOf(schema));
  const items = isJsonObject(list['items']) ? list['items'] : {};
  const isScalar = branch(items, 'object') === null;
  return found === null || !isScalar
    ? []
    : found.split(/\s*[,;]\s*/).map((part) => scalar(part, typesOf(items)));
};

/** The first sentence of a page that is to be summarised: behind its place and headings, up to a full stop. */
const firstSentence = (text: string): string => {
  const page = /<page_text>\n(?:.+\n)*\n([^]*)\n<\/page_text>/.exec(text)?.[1] ?? '';
  return /[^]*?(?:[.!?](?=\s)|$)/.exec(page.replace(/^#.*$/gm, '').trim())?.[0].replace(/\s+/g, ' ') ?? '';
};

const isOfSummary = ({ properties }: JsonObject): boolean =>
  isJsonObject(properties) && Object.keys(properties).join() === 'summary';

/** An answer to a question out of its text alone, in the shape of its schema. */
export const fillFromText = ({ schema, user }: Pick<SeenAsk, 'schema' | 'user'>): Json =>
  schema === null
    ? {}
    : isOfSummary(schema)
      ? { summary: firstSentence(user) }
      : fill({ ...schema, type: 'object' }, user, '');
