import type { Failure } from '../failure.ts';
import { changesQuestion, completeSpec, type ExtractSpec } from './extract-spec.ts';
import { readJsonFormat, withoutUndefined } from './json-format.ts';
import type { ScrapeOptions } from './job-spec.ts';
import { findFormat, formatsSchema } from './page-format.ts';

/** Whether some formats of a scrape are answers of extraction, not only of the page as it is. */
export const asksForAnswers = ({ formats, changeTracking }: ScrapeOptions): boolean =>
  formats.includes('json') || formats.includes('summary') || changeTracking?.modes.includes('json') === true;

/** Reads how long the formats let a page wait, in milliseconds: the shortest wait among them applies to all. */
const maxWaitOf = (formats: unknown): { readonly maxWaitMs?: number } => {
  const said = (Array.isArray(formats) ? (formats as unknown[]) : []).flatMap((format) => {
    const seconds = (format as { readonly maxWaitSeconds?: unknown } | null)?.maxWaitSeconds;
    return typeof seconds === 'number' ? [seconds] : [];
  });
  return said.length === 0 ? {} : { maxWaitMs: Math.min(...said) * 1_000 };
};

/** Reads the one spec that the formats of a body make together; null if none of them asks for answers. */
export const readFormatSpec = (
  formats: unknown,
): { readonly spec: ExtractSpec | null } | { readonly failure: Failure } => {
  const json = readJsonFormat(formats);
  if ('failure' in json) return json;
  const all = formatsSchema.parse(formats);
  const tracking = findFormat(all, 'changeTracking');
  const summary = all.some(({ type }) => type === 'summary') ? { summary: true as const } : {};
  const changes =
    tracking?.modes?.includes('json') === true
      ? {
          changes: changesQuestion.parse(
            withoutUndefined({ schema: tracking.schema ?? undefined, prompt: tracking.prompt ?? undefined }),
          ),
        }
      : {};
  const asked = { ...summary, ...changes };
  if (Object.keys(asked).length === 0 && json.spec === null) return json;
  return { spec: { ...(json.spec ?? completeSpec({})), ...asked, ...maxWaitOf(formats) } };
};
