import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { Plugin } from 'esbuild';

const call = '.meta(';

/** Where a quoted text ends that begins at `start`; what a template holds between `${` and `}` is no text. */
const endOfText = (source: string, start: number): number => {
  const quote = source[start];
  let at = start + 1;
  while (at < source.length && source[at] !== quote) {
    if (source[at] === '\\') at += 2;
    else if (quote === '`' && source.startsWith('${', at)) at = endOfBrackets(source, at + 1);
    else at += 1;
  }
  return at + 1;
};

/** Where brackets end that open at `start`. */
const endOfBrackets = (source: string, start: number): number => {
  let depth = 0;
  let at = start;
  do {
    const letter = source[at] ?? ')';
    if (letter === "'" || letter === '"' || letter === '`') at = endOfText(source, at);
    else {
      if ('([{'.includes(letter)) depth += 1;
      if (')]}'.includes(letter)) depth -= 1;
      at += 1;
    }
  } while (depth > 0 && at < source.length);
  return at;
};

/** A module without what its schemas say of themselves; its lines stay where they are. */
export const withoutWords = (source: string): string => {
  let kept = '';
  let at = 0;
  for (let found = source.indexOf(call); found >= 0; found = source.indexOf(call, at)) {
    const end = endOfBrackets(source, found + call.length - 1);
    kept += source.slice(at, found) + '\n'.repeat(source.slice(found, end).split('\n').length - 1);
    at = end;
  }
  return kept + source.slice(at);
};

/** The sentences on schemas of requests are for the API's description, which is made before: bundles leave them out. */
export const schemaWords: Plugin = {
  name: 'schema-words',
  setup: (build) => {
    build.onLoad(
      { filter: /[\\/](?:lib[\\/]request|functions[\\/]handlers)[\\/][\w-]+\.[jt]s$/ },
      async ({ path }) => ({
        contents: withoutWords(await readFile(path, 'utf8')),
        loader: extname(path) === '.ts' ? 'ts' : 'js',
      }),
    );
  },
};
