/** The most levels of a body: its readers recurse, and a request is never nested deeper than its schema. */
export const nestingMax = 100;

/**
 * Measures how deep a JSON text is nested. Counts its brackets outside of strings, without parsing it; stops at `most`.
 */
export const nestingOf = (json: string, most: number): number => {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let at = 0; at < json.length && deepest <= most; at += 1) {
    const character = json[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return deepest;
};
