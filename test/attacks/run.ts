#!/usr/bin/env node
import { catalogue } from './catalogue/catalogue.ts';
import { runAttacks, startTarget } from './catalogue/run-catalogue.ts';

/**
 * `npm run attack [-- GROUP…]`: the whole catalogue against a fresh stack on loopback. Ends with 1 where an attack
 * got something.
 */
const wanted = process.argv.slice(2);
const attacks = wanted.length === 0 ? catalogue : catalogue.filter(({ group }) => wanted.includes(group));
const target = await startTarget();
try {
  process.stderr.write(`${attacks.length} attacks\n`);
  const ended = await runAttacks(target, attacks, (done) => {
    if (done % 50 === 0) process.stderr.write(`${done}\n`);
  });
  const groups = [...new Set(attacks.map(({ group }) => group))];
  const line = (name: string, of: typeof ended): string => {
    const count = (verdict: string): number => of.filter((each) => each.verdict === verdict).length;
    const failed = of.filter(({ verdict }) => typeof verdict !== 'string').length;
    return (
      `${name.padEnd(16)} ` +
      [of.length, count('refused'), count('bounded'), failed].map((n) => String(n).padStart(8)).join('')
    );
  };
  process.stdout.write(
    `${'attacks'.padEnd(16)} ${['tried', 'refused', 'bounded', 'failed'].map((it) => it.padStart(8)).join('')}\n`,
  );
  for (const group of groups)
    process.stdout.write(
      `${line(
        group,
        ended.filter(({ attack }) => attack.group === group),
      )}\n`,
    );
  process.stdout.write(`${line('all', ended)}\n`);
  for (const { attack, verdict } of ended)
    if (typeof verdict !== 'string')
      process.stdout.write(`failed: ${attack.group}: ${attack.name}: ${verdict.failed}\n`);
  const isWhole =
    (wanted.length > 0 || ended.length >= 400) && ended.every(({ verdict }) => typeof verdict === 'string');
  process.exitCode = isWhole ? 0 : 1;
} finally {
  await target.stop();
}
