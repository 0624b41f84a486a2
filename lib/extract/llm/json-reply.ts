import { parseLenientJson } from '../../content/metadata/lenient-json.ts';
import { limits } from '../../limits/limits.ts';
import { isJsonList, isJsonObject, type Json } from '../schema/json.ts';

/** The JSON of a model's reply. */
export interface JsonReply {
  readonly value: Json;
  /** Whether the reply is only the JSON, as from a server that enforces it. */
  readonly isBare: boolean;
}

/** Says whether a value has at most `most` levels of nesting, without recursion. */
const isShallow = (value: Json, most: number): boolean => {
  let level: readonly Json[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return false;
    level = level.flatMap((each) =>
      isJsonList(each) ? each : isJsonObject(each) ? Object.values(each) : [],
    );
  }
  return true;
};

const bare = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
};

/** Removes the thoughts that a model writes before its answer (DeepSeek, Qwen). */
const withoutThinking = (text: string): string =>
  text.replace(/^\s*<think(?:ing)?>[^]*?<\/think(?:ing)?>/i, '');

/** Returns the text between the first two fences. No regular expression finds that in linear time. */
const betweenFences = (text: string): string | undefined => {
  const opening = text.indexOf('```');
  const line = opening === -1 ? -1 : text.indexOf('\n', opening);
  const closing = line === -1 ? -1 : text.indexOf('```', line);
  return closing === -1 ? undefined : text.slice(line, closing);
};

const sizeOf = (value: unknown): number => JSON.stringify(value).length;

/**
 * Returns the JSON in a model's reply: the reply itself, the text between its fences, or the largest object or list in
 * its prose. Returns null if there is none, or if it is nested beyond `limits.answerDepthMax`.
 */
export const jsonOfReply = (reply: string): JsonReply | null => {
  const text = withoutThinking(reply).trim();
  const whole = bare(text);
  if (whole !== undefined && (isJsonObject(whole) || isJsonList(whole))) {
    return isShallow(whole, limits.answerDepthMax) ? { value: whole, isBare: true } : null;
  }
  const fenced = betweenFences(text);
  const values = [
    ...(fenced === undefined ? [] : parseLenientJson(fenced)),
    ...parseLenientJson(text),
  ] as Json[];
  const found = values
    .filter((value) => (isJsonObject(value) || isJsonList(value)) && isShallow(value, limits.answerDepthMax))
    .reduce<Json>((best, each) => (best === null || sizeOf(each) > sizeOf(best) ? each : best), null);
  return found === null ? null : { value: found, isBare: false };
};
