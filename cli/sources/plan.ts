import * as z from 'zod';
import { exitCodes, usageEnding, type CommandEnding } from '../exit-code.ts';
import { inertJson } from '../inert-text.ts';
import { readFileText } from '../options/read-file-text.ts';
import { shellWord } from '../output/shell-word.ts';
import { say, writeOut } from '../output/write-output.ts';
import { writeFileAt } from '../output/write-page.ts';
import { askApi, connect, type Connection, type Got } from './ask.ts';
import { openManifest } from './open-manifest.ts';
import {
  countChanges,
  planMarkdown,
  toldPlanSchema,
  planText,
  readFindings,
  type ToldFinding,
  type ToldPlan,
} from './plan-lines.ts';
import type { SourcesOptions } from './sources-options.ts';

/** A manifest to plan or apply, and the places of its sources in its file. */
interface Wanted {
  readonly written: Readonly<Record<string, unknown>>;
  readonly prune: boolean;
  /** For a plan from a file: the state on which it is based. */
  readonly base?: string;
  readonly placeOf: (source: string | undefined) => string;
}

/** A plan as a file: exactly the reviewed plan is applied, or nothing. */
const savedSchema = z.object({
  plan: z.literal(1),
  file: z.string(),
  base: z.string(),
  prune: z.boolean(),
  manifest: z.record(z.string(), z.unknown()),
});

/** Reads a text as a plan, whatever its file is called; null if it is none. */
const readSaved = (text: string): z.infer<typeof savedSchema> | null => {
  try {
    const saved = savedSchema.safeParse(JSON.parse(text));
    return saved.success ? saved.data : null;
  } catch {
    // Reading it as a manifest reports what is wrong with it.
    return null;
  }
};

const readWanted = async (path: string, prune: boolean): Promise<Got<Wanted>> => {
  const text = await readFileText(path);
  if (!text.ok) return { ok: false, ending: usageEnding(text.message) };
  const saved = readSaved(text.value);
  if (saved !== null) {
    if (prune && !saved.prune) {
      const message =
        `${path} is a plan that was made without --prune, and is applied as it was made: ` +
        `plan ${shellWord(saved.file)} again with --prune, or leave --prune out`;
      return { ok: false, ending: usageEnding(message) };
    }
    const { manifest: written, base } = saved;
    return { ok: true, value: { written, base, prune: saved.prune, placeOf: () => saved.file } };
  }
  const opened = await openManifest(path, text.value);
  if (!opened.ok) return opened;
  const { manifest, written, place } = opened.value;
  const index = new Map(manifest.sources.map(({ id }, at) => [id, at]));
  const placeOf = (source: string | undefined): string => {
    const at = source === undefined ? undefined : index.get(source);
    return place(
      at === undefined ? (source === undefined ? ['version'] : ['sources']) : ['sources', at, 'id'],
    );
  };
  return { ok: true, value: { written, prune, placeOf } };
};

const tellFindings = (findings: readonly ToldFinding[], { placeOf }: Wanted): void => {
  for (const { level, source, code, message } of findings)
    say(`${placeOf(source)}: ${level}: ${source === undefined ? '' : `${source}: `}${message} (${code})`);
};

const show = async (plan: ToldPlan, { format, json }: SourcesOptions): Promise<void> => {
  if (json || format === 'json') return await writeOut(`${inertJson(plan)}\n`);
  await writeOut(format === 'markdown' ? planMarkdown(plan) : planText(plan));
};

const requestPlan = async (
  connection: Connection,
  { written, prune, base }: Wanted,
  does: 'plan' | 'apply',
): Promise<Got<ToldPlan>> => {
  const body = { manifest: written, prune, ...(base === undefined ? {} : { base }) };
  return await askApi(connection, { method: 'POST', path: `/v2/sources/${does}`, body }, toldPlanSchema);
};

/** Runs `sources plan FILE`: shows what applying it would do, and what speaks against it; changes nothing. */
export const planFile = async (path: string, options: SourcesOptions): Promise<CommandEnding> => {
  const wanted = await readWanted(path, options.prune);
  if (!wanted.ok) return wanted.ending;
  const connected = connect(options);
  if (!connected.ok) return connected.ending;
  const planned = await requestPlan(connected.value, wanted.value, 'plan');
  if (!planned.ok) return planned.ending;
  const plan = planned.value;
  await show(plan, options);
  tellFindings(plan.findings, wanted.value);
  const errors = plan.findings.filter(({ level }) => level === 'error').length;
  if (errors > 0) {
    const message = `Applying this would be refused: ${errors} ${errors === 1 ? 'error' : 'errors'}`;
    return { exitCode: exitCodes.refused, message };
  }
  if (options.out !== undefined) {
    const { prune, written: manifest } = wanted.value;
    const saved = { plan: 1, file: path, base: plan.base, prune, manifest };
    // A manifest may hold headers with secrets: nobody else reads the plan of it.
    await writeFileAt(options.out, `${JSON.stringify(saved, null, 2)}\n`, 0o600);
    say(
      `Wrote the plan to ${options.out}. To apply exactly this plan: ` +
        `npx gleaner sources apply ${shellWord(options.out)}`,
    );
  }
  const changes = countChanges(plan) > 0 && options['exit-code'];
  return { exitCode: changes ? exitCodes.changes : exitCodes.completed };
};

const tellApplied = async (plan: ToldPlan, options: SourcesOptions): Promise<CommandEnding> => {
  await show(plan, options);
  say(plan['applied'] === null ? 'There was nothing to change.' : `Applied ${plan.name} ${plan.version}.`);
  return { exitCode: exitCodes.completed };
};

/** Runs `sources apply FILE`: applies all of it, or nothing. FILE may be a plan that was written with `--out`. */
export const applyFile = async (path: string, options: SourcesOptions): Promise<CommandEnding> => {
  const wanted = await readWanted(path, options.prune);
  if (!wanted.ok) return wanted.ending;
  const connected = connect(options);
  if (!connected.ok) return connected.ending;
  const applied = await requestPlan(connected.value, wanted.value, 'apply');
  if (!applied.ok) {
    if (applied.refusal?.kind === 'refused')
      tellFindings(readFindings(applied.refusal.details), wanted.value);
    return applied.ending;
  }
  tellFindings(applied.value.findings, wanted.value);
  return await tellApplied(applied.value, options);
};

/** Runs `sources rollback NAME VERSION`: applies an earlier version again; `#3` is one by its number in the log. */
export const rollBack = async (name: string, to: string, options: SourcesOptions): Promise<CommandEnding> => {
  const connected = connect(options);
  if (!connected.ok) return connected.ending;
  const seq = /^#(\d{1,9})$/.exec(to)?.[1];
  const body = seq === undefined ? { version: to } : { seq: Number(seq) };
  const path = `/v2/manifests/${encodeURIComponent(name)}/rollback`;
  const applied = await askApi(connected.value, { method: 'POST', path, body }, toldPlanSchema);
  return applied.ok ? await tellApplied(applied.value, options) : applied.ending;
};
