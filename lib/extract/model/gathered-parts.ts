import type { Failure } from '../../failure.ts';
import { asksQuestion, hashSpec, type ExtractSpec } from '../../request/extract-spec.ts';
import { addUsage } from '../llm/model-price.ts';
import { fieldsOfSpec } from '../schema/asked-fields.ts';
import { gapWarning } from './asked-page.ts';
import type { Concluded, ExtractionOutcome, Unanswered } from './extraction-outcome.ts';
import { endOfWait } from './gaps.ts';
import { noModelUsage, type Extraction, type ModelUsage } from './page-extraction.ts';

/** What is known of a page while the parts of its spec are answered one after the other. */
export interface Gathered {
  readonly extraction: Extraction;
  readonly answered: number;
  readonly failures: readonly Failure[];
  readonly isExhausted?: true;
  /** Failed questions of its parts, by the part. */
  readonly unanswered: readonly Unanswered[];
}

/** What ends the page before all of its parts are answered: it waits, or is over. */
export type Stopped = Extract<ExtractionOutcome, { kind: 'deferred' | 'over' }>;
interface GatheredStep {
  readonly kind: 'gathered';
  readonly gathered: Gathered;
}

/** The outcome of one part of the spec. */
export type PartStep = GatheredStep | Stopped;

/** A part of a spec. */
export type Part = NonNullable<Extraction['lacking']>[number];

/** The extraction of a page that answered nothing. */
const emptyExtraction = (spec: ExtractSpec): Extraction => ({
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

/** The state of a page before any part is answered. */
export const nothingGathered = (spec: ExtractSpec): Gathered => ({
  extraction: emptyExtraction(spec),
  answered: 0,
  failures: [],
  unanswered: [],
});

/** Returns the extraction of a page whose question got no answer: which fields are open, and why. */
export const unansweredExtraction = (spec: ExtractSpec, { code, message }: Failure): Extraction => {
  const read = fieldsOfSpec(spec);
  const fields = read.kind === 'read' ? read.fields.map(({ name }) => name) : [];
  const gap = { code, message, fields };
  return {
    ...emptyExtraction(spec),
    open: fields,
    fields: fields.length,
    lacking: ['json'],
    warnings: [gapWarning(gap)],
    gaps: [gap],
  };
};

/** Leaves a part of the spec out, which is asked again at the page's next visit. */
export const withoutPart = (
  { extraction, answered, failures, ...known }: Gathered,
  part: Part,
  why: Failure,
  usage: ModelUsage,
): GatheredStep => ({
  kind: 'gathered',
  gathered: {
    extraction: {
      ...extraction,
      usage: addUsage(extraction.usage, usage),
      lacking: [...(extraction.lacking ?? []), part],
      gaps: [...(extraction.gaps ?? []), { code: why.code, message: why.message, fields: [] }],
      warnings: [...extraction.warnings, `Without ${part}. ${why.code}: ${why.message}`],
    },
    answered,
    failures: [...failures, why],
    ...known,
  },
});

/** Does the same for the extraction itself, and names its open fields. */
export const withoutJson = (
  { extraction, answered, failures, ...known }: Gathered,
  spec: ExtractSpec,
  why: Failure,
  usage: ModelUsage,
): GatheredStep => ({
  kind: 'gathered',
  gathered: {
    extraction: { ...unansweredExtraction(spec, why), usage: addUsage(extraction.usage, usage) },
    answered,
    failures: [...failures, why],
    ...known,
  },
});

/** Adds the answer to a part of the spec. */
export const withPart = (
  { extraction, answered, ...known }: Gathered,
  part: Partial<Extraction>,
  usage: ModelUsage,
): GatheredStep => ({
  kind: 'gathered',
  gathered: {
    extraction: { ...extraction, ...part, usage: addUsage(extraction.usage, usage) },
    answered: answered + 1,
    ...known,
  },
});

/** Ends the page with what is known of it. */
export const conclude = (
  { extraction, answered, failures, isExhausted }: Gathered,
  spec: ExtractSpec,
): Concluded & { readonly isExhausted?: true } => {
  const [why] = failures;
  const isForItself = asksQuestion(spec) || spec.summary !== undefined;
  const concluded: Concluded =
    why !== undefined && answered === 0 && isForItself
      ? { kind: 'failed', failure: why, usage: extraction.usage }
      : { kind: 'answered', extraction };
  return isExhausted === true ? { ...concluded, isExhausted: true } : concluded;
};

/** Returns how the page would end if it did not wait: with the answers to its other parts, and without the rest. */
export const asIfEnded = (
  before: Gathered,
  spec: ExtractSpec,
  { failure: code, usage, instead }: Extract<Stopped, { kind: 'deferred' }>,
  left: readonly Part[],
): Concluded => {
  const why = endOfWait(code);
  const known = left.reduce((gathered, part): Gathered => {
    if (part === 'json' && instead?.kind === 'answered')
      return withPart(gathered, instead.extraction, noModelUsage).gathered;
    const reason = part === 'json' && instead?.kind === 'failed' ? instead.failure : why;
    const step =
      part === 'json'
        ? withoutJson(gathered, spec, reason, noModelUsage)
        : withoutPart(gathered, part, reason, noModelUsage);
    return step.gathered;
  }, before);
  return conclude({ ...known, extraction: { ...known.extraction, usage } }, spec);
};
