import { defineConfig } from 'vitest/config';

const heavy = ['test/simulation/**', 'test/chaos/**'];

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
          exclude: [...heavy, '**/node_modules/**'],
          sequence: { groupOrder: 1 },
          // Most of them wait: for slots, timers, browsers.
          maxWorkers: 2,
          // Chromium and timers on a machine that others keep busy: once more, and no more than that.
          retry: 1,
        },
      },
      {
        // After the others: they keep every processor busy for minutes, and some of the others measure time.
        extends: true,
        test: {
          name: 'simulation',
          include: heavy.map((folder) => `${folder}/*.test.ts`),
          sequence: { groupOrder: 2 },
          maxWorkers: 1,
        },
      },
    ],
  },
});
