import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { replaceFile } from '../replace-file.ts';

/** What the services of one start ask for: AWS credentials, with which SDKs sign, and a word of the runtime's own. */
export const localCredentialsSchema = z.object({
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
  /** Sent as it is by the runtime itself, which does not sign; it stands in no URL. */
  password: z.string(),
});
export type LocalCredentials = z.infer<typeof localCredentialsSchema>;

/** The key id under which a function signs: as each role on AWS has its own, it tells whose request it is. */
export const functionKeyId = ({ accessKeyId }: Pick<LocalCredentials, 'accessKeyId'>, name: string): string =>
  `${accessKeyId}.${name}`;

/** Whether a key id is that of this start, or of one of its functions. */
export const isOwnKeyId = ({ accessKeyId }: Pick<LocalCredentials, 'accessKeyId'>, id: string): boolean =>
  id.split('.')[0] === accessKeyId;

/** The environment variable in which a child process is given them: a command line is everybody's to read. */
export const credentialsVariable = 'GLEANER_LOCAL_CREDENTIALS';

/** Header that carries the password. */
export const passwordHeader = 'x-gleaner-local';

export const makeLocalCredentials = (): LocalCredentials => ({
  accessKeyId: `LOCAL${randomBytes(8).toString('hex').toUpperCase()}`,
  secretAccessKey: randomBytes(30).toString('base64url'),
  password: randomBytes(30).toString('base64url'),
});

/**
 * Writes `DIR/credentials`, by which the user's own AWS command line may ask the services:
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

/** The credentials that this process was given by whoever started it; undefined where there are none. */
export const givenCredentials = (environment: NodeJS.ProcessEnv): LocalCredentials | undefined => {
  const text = environment[credentialsVariable];
  return text === undefined ? undefined : localCredentialsSchema.parse(JSON.parse(text));
};
