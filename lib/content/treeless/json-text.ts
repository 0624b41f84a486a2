/** Escapes of a JSON string (RFC 8259, section 7), two that make one character together first. */
const escape = /\\(?:u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})|u([\da-f]{4})|(.))/gi;

/**
 * Characters that stay escaped: quotes and backslashes, what controls a line, what nobody sees, and half characters.
 * Joiners are parts of Persian and Indic words.
 */
const staysEscaped = /(?![\u200c\u200d])["\\\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * Writes the strings of JSON with the characters that they mean: `"\u6771\u4eac"` becomes `"東京"`, which a search
 * finds. The values, their order and their numbers stay as they are written, and JSON stays JSON: what a string may not
 * hold stays escaped. Escapes stand only in strings, so nothing else of the text changes.
 */
export const unescapeJson = (json: string): string =>
  json.includes('\\')
    ? json.replace(escape, (written, high?: string, low?: string, unit?: string, sign?: string): string => {
        if (sign !== undefined) return sign === '/' ? '/' : written;
        const units = high === undefined ? [unit ?? ''] : [high, low ?? ''];
        const character = String.fromCharCode(...units.map((hex) => Number.parseInt(hex, 16)));
        return staysEscaped.test(character) ? written : character;
      })
    : json;
