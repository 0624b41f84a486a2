import middy from '@middy/core';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { openSecrets, openTable } from '../lib/store/clients.ts';
import { getSecret } from '../lib/store/keys/get-secret.ts';
import { readConfig } from '../lib/config.ts';
import { manageKeys } from '../lib/steps/api/manage-keys.ts';
import { logger } from './edge/logger.ts';

const config = readConfig(['TABLE_NAME', 'KEY_SECRET_ARN', 'HEADER_SECRET_ARN']);
const secrets = openSecrets();
const dependencies = {
  table: openTable(config.TABLE_NAME),
  pepper: () => getSecret(secrets, config.KEY_SECRET_ARN),
  headerSecret: () => getSecret(secrets, config.HEADER_SECRET_ARN),
  now: Date.now,
};

export const handler = middy()
  .use(injectLambdaContext(logger))
  .handler(async (event: unknown) => await manageKeys(dependencies, event));
