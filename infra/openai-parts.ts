import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Replaces the unused parts of the openai package by empty classes. Functions use its client, chat completions and
 * embeddings. But the client makes one object for each part of OpenAI's API as it starts, so that no bundler can leave
 * any out, and they are two thirds of it.
 */
const unused =
  /\/node_modules\/openai\/(?:resources\/(?!chat\/|embeddings\.mjs$|index\.mjs$)|lib\/(?:\w+Stream|\w+Runner|ResponsesParser)\.mjs$)/;

/** Returns the names that a module of the package exports itself. */
export const listExports = (source: string): string[] => [
  ...[...source.matchAll(/^export (?:async )?(?:class|const|let|var|function\*?) (\w+)/gm)].map(
    (match) => match[1] ?? '',
  ),
  ...[...source.matchAll(/^export \{([^}]*)\}/gm)].flatMap((match) =>
    (match[1] ?? '').split(',').flatMap(
      (name) =>
        name
          .trim()
          .split(/\s+as\s+/)
          .at(-1) || [],
    ),
  ),
];

export const openaiParts: Plugin = {
  name: 'openai-parts',
  setup: (build) => {
    build.onLoad({ filter: /[\\/]node_modules[\\/]openai[\\/](?:resources|lib)[\\/]/ }, async ({ path }) => {
      if (!unused.test(path.replaceAll('\\', '/'))) return undefined;
      const names = new Set(listExports(await readFile(path, 'utf8')));
      return { contents: [...names].map((name) => `export class ${name} {}`).join('\n'), loader: 'js' };
    });
  },
};
