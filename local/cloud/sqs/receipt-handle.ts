import { AwsError } from '../aws-error.ts';

/** Names one receive of one message: a later receive makes it stale. */
export interface MessageReceipt {
  /** Row of the message; numbers are never used twice. */
  readonly id: number;
  /** Number of this receive: it grows over all lives of the message. */
  readonly receive: number;
}

export const makeReceiptHandle = ({ id, receive }: MessageReceipt): string =>
  Buffer.from(`${id}:${receive}`).toString('base64url');

/**
 * Parses a receipt handle.
 *
 * @throws {AwsError} ReceiptHandleIsInvalid for a text that is no handle.
 */
export const parseReceiptHandle = (handle: string): MessageReceipt => {
  const match = /^(\d{1,15}):(\d{1,15})$/.exec(Buffer.from(handle, 'base64url').toString('latin1'));
  if (!match) {
    throw new AwsError(
      'ReceiptHandleIsInvalid',
      `The input receipt handle "${handle.slice(0, 100)}" is not valid.`,
    );
  }
  return { id: Number(match[1]), receive: Number(match[2]) };
};
