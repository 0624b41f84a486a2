import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { replaceFile } from '../replace-file.ts';

/**
 * The secrets that the services of one start require: AWS credentials, with which SDKs sign, and a password of the
 * runtime's own.
 */
export const localCredentialsSchema = z.object({
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
  /** The runtime, which does not sign, sends it unchanged; it stands in no URL. */
  password: z.string(),
});
export type LocalCredentials = z.infer<typeof localCredentialsSchema>;

/** Returns the key id with which a function signs. Like the role of a function on AWS, it tells who sent a request. */
export const functionKeyId = ({ accessKeyId }: Pick<LocalCredentials, 'accessKeyId'>, name: string): string =>
  `${accessKeyId}.${name}`;

/** Says whether a key id belongs to this start, or to one of its functions. */
export const isOwnKeyId = ({ accessKeyId }: Pick<LocalCredentials, 'accessKeyId'>, id: string): boolean =>
  id.split('.')[0] === accessKeyId;

/** The environment variable that gives them to a child process: every user of the machine can read command lines. */
export const credentialsVariable = 'GLEANER_LOCAL_CREDENTIALS';

/** Header that carries the password. */
export const passwordHeader = 'x-gleaner-local';

export const makeLocalCredentials = (): LocalCredentials => ({
  accessKeyId: `LOCAL${randomBytes(8).toString('hex').toUpperCase()}`,
  secretAccessKey: randomBytes(30).toString('base64url'),
  password: randomBytes(30).toString('base64url'),
});

/**
 * Writes `DIR/credentials`, with which the user's own AWS command line can call the services:
 * `AWS_SHARED_CREDENTIALS_FILE=.gleaner/credentials aws --endpoint-url …`.
 */
export const writeLocalCredentials = (dataDir: string, credentials: LocalCredentials): void => {
  const path = join(dataDir, 'credentials');
  const { accessKeyId, secretAccessKey } = credentials;
  const text =
    `[default]\naws_access_key_id = ${accessKeyId}\naws_secret_access_key = ${secretAccessKey}\nregion ` +
    `= us-east-1\n`;
  replaceFile(path, text);
};

/** Returns the credentials that this process got from its parent; undefined if there are none. */
export const givenCredentials = (environment: NodeJS.ProcessEnv): LocalCredentials | undefined => {
  const text = environment[credentialsVariable];
  return text === undefined ? undefined : localCredentialsSchema.parse(JSON.parse(text));
};
