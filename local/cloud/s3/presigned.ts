import { AwsError } from '../aws-error.ts';

const timePattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/;

/**
 * Refuses a presigned URL that has expired (S3 API reference, "Authenticating requests: using query parameters").
 * `local/door` checks the signature before.
 *
 * @throws {AwsError} AccessDenied, AuthorizationQueryParametersError.
 */
export const checkPresigned = (query: URLSearchParams, nowMs: number): void => {
  if (!query.has('X-Amz-Signature') && !query.has('X-Amz-Algorithm')) return;
  const match = timePattern.exec(query.get('X-Amz-Date') ?? '');
  const seconds = Number(query.get('X-Amz-Expires') ?? Number.NaN);
  if (!match || !Number.isInteger(seconds) || seconds < 1 || seconds > 604_800) {
    throw new AwsError(
      'AuthorizationQueryParametersError',
      'X-Amz-Date must be a time and X-Amz-Expires between 1 and 604800 seconds',
    );
  }
  const [year, month, day, hour, minute, second] = match.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (nowMs > Date.UTC(year, month - 1, day, hour, minute, second) + seconds * 1_000) {
    throw new AwsError('AccessDenied', 'Request has expired', 403);
  }
};
