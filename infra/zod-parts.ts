import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { listExports } from './openai-parts.ts';

/**
 * Zod gives every schema the means to describe itself as JSON Schema, a fifth of what is used of it. No function
 * does that: the API's description is made before. Bundles take functions that do nothing in their place.
 */
export const zodParts: Plugin = {
  name: 'zod-parts',
  setup: (build) => {
    build.onLoad(
      {
        filter:
          /[\\/]node_modules[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/,
      },
      async ({ path }) => {
        const names = listExports(await readFile(path, 'utf8'));
        return { contents: names.map((name) => `export const ${name} = () => {};`).join('\n'), loader: 'js' };
      },
    );
  },
};
