import { AwsError } from './aws-error.ts';

/** Most bytes of a document: DeleteObjects with 1,000 long keys, CompleteMultipartUpload with 10,000 parts. */
const documentBytesMax = 8 * 1_048_576;

/**
 * Reads a body of limited size.
 *
 * @throws {AwsError} EntityTooLarge.
 */
export const readBytes = async (
  body: AsyncIterable<Buffer>,
  bytesMax = documentBytesMax,
): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > bytesMax)
      throw new AwsError('EntityTooLarge', `The request is larger than ${bytesMax} bytes.`, 413);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/**
 * Reads the same as text.
 *
 * @throws {AwsError} EntityTooLarge.
 */
export const readText = async (body: AsyncIterable<Buffer>, bytesMax = documentBytesMax): Promise<string> =>
  (await readBytes(body, bytesMax)).toString('utf8');
