import * as z from 'zod';
import { limits } from '../../limits/limits.ts';

/** What may name a submission; anything else in an event, such as headers, is not told. */
const text = z
  .string()
  .transform((all) => all.slice(0, limits.submissionNameCharactersMax))
  .optional()
  .catch(undefined);

/** What Lambda writes of an asynchronous invocation that it gives up (AWS Lambda, "Destinations"). */
const givenUpSchema = z.looseObject({
  requestContext: z.looseObject({
    requestId: z.string(),
    condition: z.enum(['RetriesExhausted', 'EventAgeExceeded']),
    approximateInvokeCount: z.number().optional(),
  }),
  requestPayload: z
    .looseObject({ kind: text, source: text, run: text, resume: text, team: text, token: text })
    .catch({}),
  responsePayload: z
    .looseObject({ errorMessage: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

/** A submission that `submit-job` refused, or died of, as often as Lambda tried it. */
export interface GivenUpSubmission {
  /** Id of the invocation, which its lines in the log have. */
  readonly requestId: string;
  readonly tries: number | undefined;
  readonly kind: string | undefined;
  /** The job's source, that of a run, or one that was to be resumed. */
  readonly source: string | undefined;
  readonly team: string | undefined;
  /** Says which schedule it was, and when it was due. */
  readonly token: string | undefined;
  readonly error: string | undefined;
}

/** Reads a dead letter as a submission that Lambda gave up; null if it is none. */
export const readGivenUp = (body: unknown): GivenUpSubmission | null => {
  const parsed = givenUpSchema.safeParse(body);
  if (!parsed.success) return null;
  const { requestContext, requestPayload, responsePayload } = parsed.data;
  const { kind, source, run, resume, team, token } = requestPayload;
  return {
    requestId: requestContext.requestId,
    tries: requestContext.approximateInvokeCount,
    kind,
    source: source ?? run ?? resume,
    team,
    token,
    error: responsePayload?.errorMessage?.slice(0, limits.failureMessageCharactersMax),
  };
};
