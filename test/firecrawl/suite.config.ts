import { join, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * Runs the end-to-end tests that come with Firecrawl's package as they are. They were written for jest, whose
 * globals vitest has under the same names; `dotenv` would read a file that is not there.
 */
const sdk = resolve(import.meta.dirname, '../../node_modules/@mendable/firecrawl-js');

export default defineConfig({
  root: sdk,
  cacheDir: join(process.env['CONFORMANCE_FOLDER'] ?? '/tmp', 'vite'),
  resolve: {
    alias: {
      '@jest/globals': 'vitest',
      dotenv: join(import.meta.dirname, 'no-dotenv.ts'),
    },
  },
  test: {
    include: ['src/__tests__/e2e/v2/*.test.ts'],
    exclude: [],
    maxWorkers: 2,
    server: { deps: { inline: [/@mendable\/firecrawl-js\/src\//] } },
  },
});
