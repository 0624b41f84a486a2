import { failure, retryClass, type Failure } from '../../failure.ts';
import { asksQuestion, changesSpec, hashSpec, type ExtractSpec } from '../../request/extract-spec.ts';
import { extractFromPage, type Models } from './extract-from-page.ts';
import type { ExtractionOutcome, ExtractionContext, Extractor, Concluded } from './extraction-outcome.ts';
import { gapWarning } from './asked-page.ts';
import { addUsage } from '../llm/model-price.ts';
import { noModelUsage, type Extraction, type ModelUsage } from './page-extraction.ts';
import type { PageFacts } from '../candidates/page-facts.ts';
import { summarizePage } from './summarize-page.ts';

/** What is known of a page whose order has several parts, while they are answered one after the other. */
interface Gathered {
  readonly extraction: Extraction;
  readonly answered: number;
  readonly failures: readonly Failure[];
  readonly isExhausted?: true;
}

/** What ends the page before all of its parts are answered: it waits, or is over. */
type Stopped = Extract<ExtractionOutcome, { kind: 'deferred' | 'over' }>;
type Step = { readonly kind: 'gathered'; readonly gathered: Gathered } | Stopped;

type Part = NonNullable<Extraction['lacking']>[number];

/** What is known of a page that nothing was answered of. */
export const emptyExtraction = (spec: ExtractSpec): Extraction => ({
  order: hashSpec(spec),
  value: null,
  answers: {},
  open: [],
  fields: 0,
  free: 0,
  model: null,
  raw: [],
  usage: noModelUsage,
  cached: false,
  warnings: [],
});

const lacking = (
  { extraction, answered, failures, ...known }: Gathered,
  part: Part,
  why: Failure,
  usage: ModelUsage,
): Step => ({
  kind: 'gathered',
  gathered: {
    extraction: {
      ...extraction,
      usage: addUsage(extraction.usage, usage),
      lacking: [...(extraction.lacking ?? []), part],
      warnings: [...extraction.warnings, why.message],
    },
    answered,
    failures: [...failures, why],
    ...known,
  },
});

const withPart = (
  { extraction, answered, ...known }: Gathered,
  part: Partial<Extraction>,
  usage: ModelUsage,
): Step => ({
  kind: 'gathered',
  gathered: {
    extraction: { ...extraction, ...part, usage: addUsage(extraction.usage, usage) },
    answered: answered + 1,
    ...known,
  },
});

const stopped = (answer: Stopped, before: Gathered): Stopped =>
  answer.kind === 'deferred' ? { ...answer, usage: addUsage(before.extraction.usage, answer.usage) } : answer;

const extractSummary = async (
  models: Models,
  facts: PageFacts,
  spec: ExtractSpec,
  before: Gathered,
  { until, mayWait = () => true }: ExtractionContext,
): Promise<Step> => {
  const found = await summarizePage(models, facts, spec, until);
  if (found.kind !== 'answered') {
    const { failure: why, usage } = found;
    const isPassing = found.kind === 'deferred' || retryClass(why.code) === 'later';
    const later = found.kind === 'deferred' ? found.until : 0;
    return isPassing && mayWait(later, why)
      ? stopped({ kind: 'deferred', until: later, failure: why, usage }, before)
      : lacking(before, 'summary', why, usage);
  }
  const { extraction } = before;
  const warnings = [...extraction.warnings, ...(found.warning === undefined ? [] : [found.warning])];
  const { summary, usage } = found;
  return withPart(before, { summary, model: extraction.model ?? found.model, warnings }, usage);
};

/**
 * What a version of the page answers of what is compared: whole, or not at all, for half an answer would differ from
 * the next whole
 * one although the page does not. A page that answers nothing has no values.
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
    }
  | Extract<ExtractionOutcome, { kind: 'failed' }>
  | Stopped
> => {
  const found = await answer(facts, asked, context);
  if (found.kind === 'failed' && found.failure.code === 'EXTRACT_EMPTY_RESULT')
    return { kind: 'values', value: null, model: null, usage: found.usage };
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
  return { kind: 'values', value, model, usage };
};

const extractChanges = async (
  answer: Extractor,
  facts: PageFacts,
  asked: ExtractSpec,
  before: Gathered,
  context: ExtractionContext,
): Promise<Step> => {
  const { previous } = context;
  const versions = [facts, ...(previous === undefined ? [] : [previous.facts, previous.current])];
  const values: unknown[] = [];
  let usage = noModelUsage;
  let model: string | null = null;
  for (const version of versions) {
    const found = await valuesOf(answer, version, asked, context);
    if (found.kind === 'over') return found;
    usage = addUsage(usage, found.usage);
    if (found.kind === 'deferred') return stopped({ ...found, usage }, before);
    if (found.kind === 'failed') return lacking(before, 'changes', found.failure, usage);
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
): Promise<Step> => {
  const found = await answer(facts, spec, context);
  if (found.kind === 'failed') return lacking(before, 'json', found.failure, found.usage);
  if (found.kind !== 'answered') return found;
  const known = found.isExhausted === true ? { ...before, isExhausted: true as const } : before;
  return withPart(known, found.extraction, found.extraction.usage);
};

/** The models, with every call told to whoever counts them. */
const counted = (models: Models, { spent }: ExtractionContext): Models => ({
  ...models,
  ask: async (question) => {
    const answer = await models.ask(question);
    const isKept = answer.kind === 'answered' && answer.isCached;
    if (!isKept) spent?.(answer.usage);
    return answer;
  },
});

/**
 * Answers an order of several parts: what is extracted, a summary, and what is compared with the version before. A
 * part that cannot
 * be answered is left out with a warning, and asked again when the page is next seen. The page fails where nothing is
 * answered of what
 * it is asked for itself; what is only compared does not fail it, for that it changed is known all the same.
 */
export const extractFormats = (all: Models): Extractor => {
  return async (facts, spec, context) => {
    const models = counted(all, context);
    const answer = extractFromPage(models);
    const changes = changesSpec(spec);
    if (spec.summary === undefined && changes === null) return await answer(facts, spec, context);
    const parts: ((before: Gathered) => Promise<Step>)[] = [
      ...(asksQuestion(spec) ? [(before: Gathered) => extractOwn(answer, facts, spec, before, context)] : []),
      ...(spec.summary === undefined
        ? []
        : [(before: Gathered) => extractSummary(models, facts, spec, before, context)]),
      ...(changes === null
        ? []
        : [(before: Gathered) => extractChanges(answer, facts, changes, before, context)]),
    ];
    let gathered: Gathered = { extraction: emptyExtraction(spec), answered: 0, failures: [] };
    for (const part of parts) {
      const step = await part(gathered);
      if (step.kind !== 'gathered') return step;
      gathered = step.gathered;
    }
    const [why] = gathered.failures;
    const isForItself = asksQuestion(spec) || spec.summary !== undefined;
    const concluded: Concluded =
      why !== undefined && gathered.answered === 0 && isForItself
        ? { kind: 'failed', failure: why, usage: gathered.extraction.usage }
        : { kind: 'answered', extraction: gathered.extraction };
    return gathered.isExhausted === true ? { ...concluded, isExhausted: true } : concluded;
  };
};
