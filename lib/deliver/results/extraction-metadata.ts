import type { Envelope } from '../../envelope/envelope.ts';
import { noModelUsage } from '../../extract/model/page-extraction.ts';
import type { AskedDocument } from './file-warning.ts';

type Extraction = NonNullable<Envelope['extraction']>;

/** What an answer says of the extraction beside its values. */
export interface ExtractionMetadata {
  readonly extraction?: Pick<Extraction, 'fields' | 'open' | 'free' | 'model' | 'cached' | 'usage'> & {
    /** The place of each field's value, and its confidence. */
    readonly sources: Readonly<Record<string, AnswerSource>>;
  };
}

type Answer = Extraction['answers'][string];
type AnswerSource = Pick<Answer, 'confidence' | 'grounded'> & {
  readonly source: Answer['evidence']['kind'];
  readonly where: Answer['evidence']['where'];
  readonly quote: Answer['evidence']['quote'];
};

/**
 * Returns what the extraction took, and how sure its values are. An answer that another job paid for took nothing now.
 */
export const tellExtraction = (
  { extraction, audit }: Envelope,
  { job }: Pick<AskedDocument, 'job'>,
): ExtractionMetadata => {
  if (extraction === undefined) return {};
  const { open, fields, free, model, answers } = extraction;
  const isOfOther = job !== undefined && audit.scrape_run_id !== job;
  const cached = extraction.cached || isOfOther;
  const usage = isOfOther ? noModelUsage : extraction.usage;
  const sources = Object.entries(answers).map(
    ([name, { confidence, grounded, evidence }]): [string, AnswerSource] => [
      name,
      { confidence, grounded, source: evidence.kind, where: evidence.where, quote: evidence.quote },
    ],
  );
  return {
    extraction: { fields, open, free, model, cached, usage, sources: Object.fromEntries(sources) },
  };
};
