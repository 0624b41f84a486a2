import { defineConfig } from 'vitest/config';

const simulation = 'test/simulation/**';

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'gleaner',
          include: ['{infra,functions,lib,local,cli,test}/**/*.test.ts'],
          exclude: [simulation, '**/node_modules/**'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        // After the others: it keeps every processor busy for minutes, and some of them measure time.
        extends: true,
        test: { name: 'simulation', include: [`${simulation}/*.test.ts`], sequence: { groupOrder: 2 } },
      },
    ],
  },
});
