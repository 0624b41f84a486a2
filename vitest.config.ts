import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{infra,functions,lib,local,cli,test}/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ['default'],
  },
});
