/**
 * A refusal in AWS's words. It is thrown, because an action may refuse at any depth, and the one place that writes
 * answers turns it into the protocol's shape.
 */
export class AwsError extends Error {
  /** For example `QueueDoesNotExist` or `NoSuchKey`. */
  readonly code: string;
  readonly status: number;
  /** Further elements of an S3 error, or details for headers. */
  readonly detail: Readonly<Record<string, string>>;

  constructor(code: string, message: string, status = 400, detail: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'AwsError';
    this.code = code;
    this.status = status;
    this.detail = detail;
  }
}

/** Makes the refusal of an action that the laptop does not support, so that no unsupported action seems to work. */
export const notImplemented = (service: string, action: string): AwsError =>
  new AwsError('NotImplemented', `The laptop does not run ${service} ${action}`, 501);
