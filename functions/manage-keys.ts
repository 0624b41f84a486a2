import { openSecrets } from '../lib/store/clients.ts';
import middy from '@middy/core';
import { rememberSecret } from '../lib/store/keys/get-secret.ts';
import { putSecret } from '../lib/store/keys/put-secret.ts';
import { manageKeys } from '../lib/steps/api/manage-keys.ts';
import { readPepper } from '../lib/steps/api/read-pepper.ts';
import { logContext } from './edge/logger.ts';
import { createRuntime } from './edge/runtime.ts';

const { config, ...runtime } = createRuntime(
  ['TABLE_NAME', 'KEY_SECRET_NAME', 'HEADER_SECRET_NAME', 'HEADERS_KEY'],
  { secrets: openSecrets },
);
const secrets = openSecrets();
const dependencies = {
  ...runtime,
  pepper: rememberSecret(
    async () => await readPepper({ table: runtime.table, secrets, pepper: config.KEY_SECRET_NAME }),
  ),
  putHeaderSecret: async (secret: string) =>
    await putSecret(secrets, config.HEADER_SECRET_NAME, secret, config.HEADERS_KEY),
};

export const handler = middy()
  .use(logContext())
  .handler(async (event: unknown) => await manageKeys(dependencies, event));
