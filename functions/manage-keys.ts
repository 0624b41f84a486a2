import { openSecrets } from '../lib/store/clients.ts';
import middy from '@middy/core';
import { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware';
import { manageKeys } from '../lib/steps/api/manage-keys.ts';
import { logger } from './edge/logger.ts';
import { createRuntime } from './edge/runtime.ts';

const runtime = createRuntime(['TABLE_NAME', 'KEY_SECRET_ARN', 'HEADER_SECRET_ARN'], {
  secrets: openSecrets,
});

export const handler = middy()
  .use(injectLambdaContext(logger))
  .handler(async (event: unknown) => await manageKeys(runtime, event));
