/**
 * An answer that says no, in AWS's words. Thrown, because any depth of an action may refuse, and the one place that
 * writes answers turns it into the protocol's shape.
 */
export class AwsError extends Error {
  /** For example `QueueDoesNotExist` or `NoSuchKey`. */
  readonly code: string;
  readonly status: number;
  /** More elements of an S3 error, or headers' worth of detail. */
  readonly detail: Readonly<Record<string, string>>;

  constructor(code: string, message: string, status = 400, detail: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'AwsError';
    this.code = code;
    this.status = status;
    this.detail = detail;
  }
}

/** The refusal of what the laptop does not run: nothing may seem to work that does not. */
export const notImplemented = (service: string, action: string): AwsError =>
  new AwsError('NotImplemented', `The laptop does not run ${service} ${action}`, 501);
