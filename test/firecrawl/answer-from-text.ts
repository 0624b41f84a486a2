import { isJsonList, isJsonObject, type Json } from '../../lib/extract/schema/json.ts';
import type { FakeReply } from '../harness/fake-llm.ts';
import type { SeenAsk } from '../harness/fake-llm-ask.ts';
import { fillFromText } from '../harness/fill-from-text.ts';

/** The first line of the page's text that is a sentence. */
const firstSentence = (text: string): string | null =>
  /^[A-Z][^\n{}<>|\]]{30,}?[.](?=\s|$)/m.exec(text.slice(text.search(/^# /m)))?.[0] ?? null;

const takesText = (schema: Json | undefined): boolean => {
  if (!isJsonObject(schema)) return false;
  const { type, anyOf } = schema;
  if (schema['format'] !== undefined || schema['enum'] !== undefined) return false;
  return (
    type === 'string' ||
    (isJsonList(type) && type.includes('string')) ||
    (isJsonList(anyOf) && anyOf.some(takesText))
  );
};

/**
 * What the suite's model answers: what stands behind a property's name in the page and, where the page names it
 * nowhere, the page's first sentence. Nothing is invented.
 */
export const answerFromText = (ask: SeenAsk): FakeReply => {
  const sentence = firstSentence(ask.user);
  const filled = fillFromText(ask);
  if (ask.schema === null || !isJsonObject(filled)) return { kind: 'text', text: sentence ?? '' };
  const properties = isJsonObject(ask.schema['properties']) ? ask.schema['properties'] : {};
  const value = Object.fromEntries(
    Object.entries(filled).map(([name, found]) => [
      name,
      found === null && takesText(properties[name]) ? sentence : found,
    ]),
  );
  return { kind: 'json', value };
};
