import { failure, retryClass, type Failure } from '../../failure.ts';
import { asksQuestion, changesSpec, hashSpec, type ExtractSpec } from '../../request/extract-spec.ts';
import { extractFromPage, type Models } from './extract-from-page.ts';
import type { ExtractionOutcome, ExtractionContext, Extractor, Unanswered } from './extraction-outcome.ts';
import {
  asIfEnded,
  conclude,
  withoutPart,
  nothingGathered,
  withoutJson,
  withPart,
  type Gathered,
  type Part,
  type PartStep,
  type Stopped,
} from './gathered-parts.ts';
import { gapWarning } from './asked-page.ts';
import { causeOfWait, endOfWait, jobIsOver } from './gaps.ts';
import { addUsage } from '../llm/model-price.ts';
import { noModelUsage, type ModelUsage } from './page-extraction.ts';
import type { PageFacts } from '../candidates/page-facts.ts';
import { summarizePage } from './summarize-page.ts';

/**
 * Returns what a part needs to know from earlier times that the page waited: the part's own failed questions, and every
 * paid answer.
 */
const contextOf = (part: string, context: ExtractionContext): ExtractionContext => {
  const { waited } = context;
  if (waited === undefined) return context;
  return { ...context, waited: { ...waited, unanswered: waited.unanswered.filter(({ of }) => of === part) } };
};

/** Labels failed questions with their part of the spec. */
const inVain = (part: string, unanswered: readonly Unanswered[] = []): Unanswered[] =>
  unanswered.map((question) => ({ ...question, of: part }));

/**
 * Ends a page that waits, or is over, in the middle of a part: adds the usage of the parts before it, and their failed
 * questions, so that these are not asked again.
 */
const stopped = (part: string, answer: Stopped, before: Gathered): Stopped => {
  if (answer.kind === 'over') return answer;
  return {
    ...answer,
    usage: addUsage(before.extraction.usage, answer.usage),
    waited: {
      told: answer.waited?.told ?? [],
      unanswered: [...before.unanswered, ...inVain(part, answer.waited?.unanswered)],
    },
  };
};

const extractSummary = async (
  models: Models,
  facts: PageFacts,
  spec: ExtractSpec,
  before: Gathered,
  context: ExtractionContext,
): Promise<PartStep> => {
  const { mayWait = () => true } = context;
  const found = await summarizePage(models, facts, spec, context);
  if (found.kind === 'over') return found;
  if (found.kind !== 'answered') {
    const { failure: why, usage } = found;
    const isPassing = found.kind === 'deferred' || retryClass(why.code) === 'later';
    const later = found.kind === 'deferred' ? found.until : 0;
    return isPassing && mayWait(later, why)
      ? stopped('summary', { kind: 'deferred', until: later, failure: why, usage }, before)
      : withoutPart(
          before,
          'summary',
          isPassing
            ? endOfWait(causeOfWait(why, usage, context.putOffFor), context.measureWait?.(later, why))
            : why,
          usage,
        );
  }
  const { extraction } = before;
  const warnings = [...extraction.warnings, ...(found.warning === undefined ? [] : [found.warning])];
  const { summary, usage } = found;
  return withPart(before, { summary, model: extraction.model ?? found.model, warnings }, usage);
};

/**
 * Returns the page version's answer for the comparison: complete or none, because half an answer would differ from the
 * next complete one although the page does not. A page that answers nothing has no values.
 */
const valuesOf = async (
  answer: Extractor,
  facts: PageFacts,
  asked: ExtractSpec,
  context: ExtractionContext,
): Promise<
  | {
      readonly kind: 'values';
      readonly value: unknown;
      readonly model: string | null;
      readonly usage: ModelUsage;
      readonly unanswered?: readonly Unanswered[] | undefined;
    }
  | Extract<ExtractionOutcome, { kind: 'failed' }>
  | Stopped
> => {
  const found = await answer(facts, asked, context);
  if (found.kind === 'failed' && found.failure.code === 'EXTRACT_EMPTY_RESULT')
    return { kind: 'values', value: null, model: null, usage: found.usage, unanswered: found.unanswered };
  if (found.kind !== 'answered') return found;
  const { value, model, usage, open, gaps = [] } = found.extraction;
  const [gap] = gaps;
  if (gap !== undefined) {
    const message = `Cannot compare ${facts.url}: ${gapWarning(gap)}`;
    return { kind: 'failed', failure: failure(gap.code as Failure['code'], message), usage };
  }
  if (open.length > 0 && model === null) {
    const message = `Cannot compare ${facts.url}: a model reads ${open.slice(0, 5).join(', ')}, and none is configured`;
    return { kind: 'failed', failure: failure('LLM_NOT_CONFIGURED', message), usage };
  }
  return { kind: 'values', value, model, usage, unanswered: found.unanswered };
};

const extractChanges = async (
  answer: Extractor,
  facts: PageFacts,
  asked: ExtractSpec,
  before: Gathered,
  context: ExtractionContext,
): Promise<PartStep> => {
  const { previous } = context;
  const versions = [facts, ...(previous === undefined ? [] : [previous.facts, previous.current])];
  const values: unknown[] = [];
  const unanswered: Unanswered[] = [...before.unanswered];
  let usage = noModelUsage;
  let model: string | null = null;
  for (const [at, version] of versions.entries()) {
    const part = `changes ${at}`;
    const found = await valuesOf(answer, version, asked, contextOf(part, context));
    if (found.kind === 'over')
      return usage.calls === 0 ? found : withoutPart(before, 'changes', jobIsOver(context), usage);
    usage = addUsage(usage, found.usage);
    if (found.kind === 'deferred') return stopped(part, { ...found, usage }, { ...before, unanswered });
    if (found.kind === 'failed') return withoutPart(before, 'changes', found.failure, usage);
    unanswered.push(...inVain(part, found.unanswered));
    values.push(found.value);
    model = model ?? found.model;
  }
  const [value, past, current] = values;
  const compared = previous === undefined ? {} : { compared: { key: previous.key, previous: past, current } };
  const changes = { order: hashSpec(asked), value, ...compared };
  return withPart(before, { changes, model: before.extraction.model ?? model }, usage);
};

const extractOwn = async (
  answer: Extractor,
  facts: PageFacts,
  spec: ExtractSpec,
  before: Gathered,
  context: ExtractionContext,
): Promise<PartStep> => {
  const found = await answer(facts, spec, contextOf('json', context));
  if (found.kind === 'over' || found.kind === 'deferred') return stopped('json', found, before);
  const own = { ...before, unanswered: [...before.unanswered, ...inVain('json', found.unanswered)] };
  if (found.kind === 'failed') return withoutJson(own, spec, found.failure, found.usage);
  const known = found.isExhausted === true ? { ...own, isExhausted: true as const } : own;
  return withPart(known, found.extraction, found.extraction.usage);
};

/** Adds to a page that waits all answers that it has paid for. */
const withTold = (answer: Extract<Stopped, { kind: 'deferred' }>, told: ReadonlySet<string>): Stopped => ({
  ...answer,
  waited: { unanswered: answer.waited?.unanswered ?? [], told: [...told] },
});

/** What came of the questions of a page. */
interface Asked {
  /** Names of answers that the page has paid for. */
  readonly told: Set<string>;
  /** Answers that were kept, for which another page has paid; and questions that cost something. */
  kept: number;
  paid: number;
}

/**
 * Wraps the models so that every call is reported to the counter of usage. Answers reported before the page waited are
 * not reported again; `asked` collects the names of paid answers.
 */
const counted = (models: Models, { spent, waited }: ExtractionContext, asked: Asked): Models => ({
  ...models,
  ask: async (question) => {
    const answer = await models.ask(question);
    if (answer.kind === 'answered' && answer.isCached && answer.id === undefined) asked.kept += 1;
    else if (answer.kind === 'answered' || answer.usage.calls > 0) asked.paid += 1;
    if (answer.kind !== 'answered') {
      spent?.(answer.usage, false);
      return answer;
    }
    if (!answer.isCached) spent?.(answer.usage, answer.id !== undefined);
    if (answer.id === undefined) return answer;
    asked.told.add(answer.id);
    return waited?.told.includes(answer.id) === true ? { ...answer, usage: noModelUsage } : answer;
  },
});

/** Marks an answer for which only others have paid. What was asked in vain before the page waited was paid, too. */
const markKept = <Outcome extends ExtractionOutcome>(
  outcome: Outcome,
  { kept, paid }: Asked,
  { waited }: ExtractionContext,
): Outcome =>
  outcome.kind === 'answered' && kept > 0 && paid === 0 && (waited?.unanswered.length ?? 0) === 0
    ? { ...outcome, extraction: { ...outcome.extraction, cached: true } }
    : outcome;

/**
 * Answers an order of several parts: what is extracted, a summary, and the comparison with the version before. A part
 * that cannot be answered is left out with a warning, and asked again at the page's next visit. The page fails if none
 * of the requested parts is answered. A failed comparison does not fail it, because the change itself is known.
 */
export const extractFormats = (all: Models): Extractor => {
  return async (facts, spec, context) => {
    const asked: Asked = { told: new Set(), kept: 0, paid: 0 };
    const models = counted(all, context, asked);
    const answer = extractFromPage(models);
    const changes = changesSpec(spec);
    if (spec.summary === undefined && changes === null)
      return markKept(await answer(facts, spec, context), asked, context);
    const parts: [Part, (before: Gathered) => Promise<PartStep>][] = [];
    if (asksQuestion(spec))
      parts.push(['json', (before) => extractOwn(answer, facts, spec, before, context)]);
    if (spec.summary !== undefined)
      parts.push(['summary', (before) => extractSummary(models, facts, spec, before, context)]);
    if (changes !== null)
      parts.push(['changes', (before) => extractChanges(answer, facts, changes, before, context)]);
    let gathered = nothingGathered(spec);
    for (const [at, [, part]] of parts.entries()) {
      const step = await part(gathered);
      if (step.kind === 'gathered') gathered = step.gathered;
      else if (step.kind === 'deferred') {
        const left = parts.slice(at).map(([name]) => name);
        return withTold({ ...step, instead: asIfEnded(gathered, spec, step, left) }, asked.told);
      }
      // No further question is asked; the questions so far are reported with their answers.
      else if (gathered.extraction.usage.calls === 0 && gathered.answered === 0) return step;
      else break;
    }
    return markKept(conclude(gathered, spec), asked, context);
  };
};
