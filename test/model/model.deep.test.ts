import { afterAll, expect, test } from 'vitest';
import { configurations } from './configuration.ts';
import { mutantCases, mutated } from './mutants.ts';
import { search } from './search.ts';

/** `MODEL_EXTRA_FAULTS=1` explores further; see README.md. */
const extra = Number(process.env['MODEL_EXTRA_FAULTS'] ?? 0);
const timeout = 900_000 * 20 ** extra;

const told: string[] = [];
const seen = new Set<string>();
let explored = 0;

afterAll(() => {
  console.log([...told, `${explored} states in all`].join('\n'));
});

test.for(configurations(extra))(
  'in every interleaving nothing is lost, counted twice or left hanging: $name',
  { timeout },
  (configuration) => {
    const { states, steps, ends, seconds, events, violation } = search(configuration);
    explored += states;
    for (const event of events) seen.add(event);
    told.push(
      `${configuration.name}, ${configuration.faults} faults: ${states} states, ${steps} steps, ${ends} ` +
        `ends, ${seconds.toFixed(1)} s`,
    );
    expect(violation?.trace.join('\n') ?? 'holds').toBe('holds');
    expect(ends).toBeGreaterThan(0);
  },
);

test.for(mutantCases)('a protocol with $title is refuted by: $invariant', { timeout }, (mutantCase) => {
  const { states, violation } = search(mutated(mutantCase));
  const trace = violation?.trace.join('\n') ?? 'survived';
  told.push(`mutant ${mutantCase.mutant}, after ${states} states: ${violation?.invariant ?? ''}\n${trace}`);
  expect(violation?.invariant).toBe(mutantCase.invariant);
});

/** What the exploration claims to cover, by the words of its traces. */
const claims: readonly [string, RegExp][] = [
  ['a fetch is redelivered', /^fetch .* again: receives/],
  ['a worker finds that its page has moved', /^fetch .*cancelled, the page has moved/],
  ['a child exists', /^fetch .*exists$/],
  ['the limit cuts children', /^fetch .*no room/],
  ['the job ends under a transaction', /^fetch .*the job is over/],
  ['a transaction conflicts', /^fetch .*conflicts/],
  ['an applied transaction is tried again', /^fetch .*will try again/],
  ['an applied transaction is given up', /^fetch .*lost, gives up/],
  ['pages end together', /^fetch .*together$/],
  ['pages that cannot end together end one by one', /^fetch .*together: cancelled/],
  ['an invocation takes two messages', /: receives two messages/],
  ['one visit of an invocation throws, and the other does not', /^fetch .*: the visit of .* throws$/],
  ['a lost answer to several pages', /^fetch .*together: applied, the answer is lost, goes on/],
  ['an attempt is noted', /^fetch .*failed attempt/],
  ['an attempt is noted and its answer lost', /^fetch .*attempt counted/],
  ['an attempt was counted by another', /^fetch .*attempt .*moved on/],
  ['a tier changes', /^fetch .*browser/],
  ['a page is fetched', /^fetch .*→ fetched/],
  ['a page is extracted', /^extract .*→ done/],
  ['an extraction fails', /^extract .*→ failed/],
  ['a page kills its worker', /dies of/],
  ['a dead letter is split', /^bury .*sends fetch .*, fetch/],
  ['a dead letter fails its page', /^bury .*→ failed$/],
  ['a burial crashes', /^bury .*crashes/],
  ['an extract message becomes a dead letter', /^queue: dead/],
  ['the end of the job is lost on the way', /finds it finishing$/],
  ['a worker rings again', /will ring$/],
  ['finish-job crashes', /^finish-job: crashes/],
  ['finish-job runs twice at a time', /^finish-job: .*which is over$/],
  ['pages are abandoned', /^end of the job: .*; [123] abandoned/],
  ['a page is delivered late', /^fetch .*: delivers .* late$/],
  ['a page comes too late to be delivered', /^fetch .*: delivers .* late: in vain$/],
  ['a worker delivers several pages late', /^fetch .*: delivers .* late, and goes on$/],
  ['finish-job finds a page delivered', /^finish-job: reads .* again$/],
  ['finish-job delivers a page that was fetched', /^finish-job: delivers /],
  ['whoever cancels crashes before it rings', /^end of the job: crashes/],
  ['the starter crashes', /^starter: crashes/],
  ['the heartbeat seeds', /^beat: transaction seeds/],
  ['the heartbeat is too eager', /too eagerly$/],
  ['links that had no room go into a reserve', /^fetch .*no room for/],
  ['the last worker wakes a reserve', /: job is not drained: a reserve is left/],
  ['a reserve is admitted', /transaction reserve of .* with/],
  ['a reserve has no room for all', /transaction reserve of .*no room for/],
  ['the heartbeat resends an extraction', /^beat: sends .*extract/],
];

test.for(claims)('the exploration includes that %s', ([, pattern]) => {
  expect([...seen].some((event) => pattern.test(event))).toBe(true);
});
