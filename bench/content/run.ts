/**
 * The content stage's benchmarks, by what they measure: `npm run bench:content -- kinds|manuals|fidelity|cpu …`.
 * See ../README.md.
 */

const measurements: Readonly<Record<string, () => Promise<unknown>>> = {
  kinds: () => import('./kinds.ts'),
  fidelity: () => import('./fidelity.ts'),
  manuals: () => import('./manuals/run.ts'),
  cpu: () => import('./cpu.ts'),
};

const [name = ''] = process.argv.splice(2, 1);
const measure = measurements[name];
if (measure === undefined)
  throw new Error(
    `Cannot measure ${name === '' ? 'nothing' : name}: give one of ${Object.keys(measurements).join(', ')} first`,
  );
await measure();
