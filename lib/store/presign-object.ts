import { GetObjectCommand } from '@aws-sdk/client-s3';
import type { Objects } from './objects.ts';
import { presignedUrl } from './presigned-url.ts';

/**
 * Makes the URL at which the client reaches an object: its endpoint decides, on AWS and on a laptop. The request is
 * built and not sent.
 */
const urlOf = async ({ client, bucket }: Objects, key: string): Promise<string> => {
  const command = new GetObjectCommand({ Bucket: bucket, Key: key });
  let url = '';
  command.middlewareStack.add(
    () =>
      async ({ request }) => {
        const { protocol, hostname, port, path } = request as {
          readonly protocol: string;
          readonly hostname: string;
          readonly port?: number;
          readonly path: string;
        };
        url = `${protocol}//${hostname}${port === undefined ? '' : `:${port}`}${path}`;
        return await Promise.resolve({ response: {}, output: { $metadata: {} } });
      },
    { step: 'build', priority: 'low', name: 'takeUrl' },
  );
  await client.send(command);
  return url;
};

/**
 * Makes a URL by which anybody can read an object for `seconds`, or until the credentials that sign it end, whichever
 * comes first. It does not check that the object exists.
 */
export const presignObject = async (objects: Objects, key: string, seconds: number): Promise<string> => {
  const [url, credentials, region] = await Promise.all([
    urlOf(objects, key),
    objects.client.config.credentials(),
    objects.client.config.region(),
  ]);
  return presignedUrl(url, credentials, { region, now: Date.now(), seconds });
};
