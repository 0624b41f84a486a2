import { openSecrets } from '../lib/store/clients.ts';
import middy from '@middy/core';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { putSecret } from '../lib/store/keys/put-secret.ts';
import { manageKeys } from '../lib/steps/api/manage-keys.ts';
import { logger } from './edge/logger.ts';
import { createRuntime } from './edge/runtime.ts';

const runtime = createRuntime(['TABLE_NAME', 'KEY_SECRET_ARN', 'HEADER_SECRET_ARN'], {
  secrets: openSecrets,
});
const secrets = openSecrets();
const dependencies = {
  ...runtime,
  putHeaderSecret: async (secret: string) =>
    await putSecret(secrets, runtime.config.HEADER_SECRET_ARN, secret),
};

export const handler = middy()
  .use(injectLambdaContext(logger))
  .handler(async (event: unknown) => await manageKeys(dependencies, event));
