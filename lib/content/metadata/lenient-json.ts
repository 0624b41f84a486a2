/** Returns the end of the comment that begins at `at`, or `at` if none does. */
const afterComment = (text: string, at: number): number => {
  if (text.startsWith('//', at)) {
    const end = text.indexOf('\n', at);
    return end === -1 ? text.length : end;
  }
  const close = text.startsWith('/*', at) ? '*/' : text.startsWith('<!--', at) ? '-->' : null;
  if (close === null) return at;
  const end = text.indexOf(close, at);
  return end === -1 ? text.length : end + close.length;
};

/** Reads a string from its quote on, and writes line breaks and other control characters as JSON requires. */
const stringAt = (text: string, from: number): { readonly json: string; readonly end: number } => {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  const raw = text.slice(from, at + 1);
  // oxlint-disable-next-line no-control-regex
  const json = raw.replace(/[\u0000-\u001f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return { json, end: at + 1 };
};

const parsed = (json: string): unknown[] => {
  try {
    return [JSON.parse(json) as unknown];
  } catch {
    return [];
  }
};

/** Cuts a text into its top-level objects and arrays, without comments and trailing commas. */
const rootsIn = (text: string): string[] => {
  const roots: string[] = [];
  let parts: string[] = [];
  let depth = 0;
  let at = 0;
  while (at < text.length) {
    const character = text[at] ?? '';
    const after = character === '/' || character === '<' ? afterComment(text, at) : at;
    if (after > at) {
      at = after;
      continue;
    }
    if (character === '"' && depth > 0) {
      const { json, end } = stringAt(text, at);
      parts.push(json);
      at = end;
      continue;
    }
    if (character === '{' || character === '[') depth += 1;
    if ((character === '}' || character === ']') && depth > 0) {
      depth -= 1;
      if (parts.at(-1) === ',') parts.pop();
      parts.push(character);
      if (depth === 0) roots.push(parts.splice(0).join(''));
    } else if (depth > 0 && !/\s/.test(character)) parts.push(character);
    at += 1;
  }
  // A text that was cut off has an unfinished last value; the complete ones were taken.
  parts = [];
  return roots;
};

/**
 * Parses a text that was meant to be JSON. Forgives comments, trailing commas, raw line breaks in strings, several
 * roots, and wrappers such as CDATA and semicolons. Returns an empty list if nothing can be read. Linear in the length
 * of the text.
 */
export const parseLenientJson = (text: string): unknown[] => {
  const whole = parsed(text);
  return whole.length > 0 ? whole : rootsIn(text).flatMap(parsed);
};
