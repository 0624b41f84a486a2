/**
 * Returns the messages of a batch that a function has not finished, from its answer
 * (https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html): no answer, `{}` or an empty list is
 * success; a malformed answer, or an identifier that the batch does not have, fails the whole batch.
 *
 * @param payload - the function's answer as JSON.
 * @param messageIds - the batch's messages.
 * @returns the identifiers that stay in the queue.
 */
export const failedMessages = (payload: string, messageIds: readonly string[]): ReadonlySet<string> => {
  const everything = new Set(messageIds);
  const nothing = new Set<string>();
  const answer = JSON.parse(payload) as unknown;
  if (answer === null || answer === '') return nothing;
  if (typeof answer !== 'object' || Array.isArray(answer)) return everything;
  const failures = (answer as Record<string, unknown>)['batchItemFailures'];
  if (failures === undefined || failures === null) return nothing;
  if (!Array.isArray(failures)) return everything;
  const failed = failures.map((it: unknown) =>
    typeof it === 'object' && it !== null ? (it as Record<string, unknown>)['itemIdentifier'] : undefined,
  );
  return failed.every((id) => typeof id === 'string' && everything.has(id))
    ? new Set(failed as string[])
    : everything;
};
