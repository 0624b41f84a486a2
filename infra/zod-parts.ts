import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { listExports } from './openai-parts.ts';

/**
 * Replaces functions of zod that no Lambda function needs by ones that do nothing. Zod lets every schema describe
 * itself as JSON Schema, a fifth of the code that is used of it, but the API's description is made before.
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
