import { Aws, Duration, RemovalPolicy, Size, Stack } from 'aws-cdk-lib';
import {
  AccessLogField,
  AccessLogFormat,
  EndpointType,
  LambdaIntegration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  RestApi,
  type StageOptions,
} from 'aws-cdk-lib/aws-apigateway';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { accept } from './accept.ts';
import { gatewayErrors } from './gateway-errors.ts';
import type { Settings } from './options.ts';

const stageName = 'prod';

/**
 * The account's own quota for a region. Clients that wait for a crawl poll its status and give up at the first 429
 * (Firecrawl's SDK), so the stage throttles no earlier than the account does.
 */
const throttling = { throttlingRateLimit: 10_000, throttlingBurstLimit: 5_000 };

const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: AccessLogField.contextRequestId(),
    time: AccessLogField.contextRequestTimeEpoch(),
    ip: AccessLogField.contextIdentitySourceIp(),
    userAgent: AccessLogField.contextIdentityUserAgent(),
    method: AccessLogField.contextHttpMethod(),
    path: AccessLogField.contextPath(),
    status: AccessLogField.contextStatus(),
    bytes: AccessLogField.contextResponseLength(),
    latencyMs: AccessLogField.contextResponseLatency(),
    functionMs: AccessLogField.contextIntegrationLatency(),
    gatewayError: AccessLogField.contextErrorResponseType(),
    functionError: AccessLogField.contextIntegrationErrorMessage(),
  }),
);

/**
 * Logs of requests. API Gateway writes them only if the region has one role for that (`AWS::ApiGateway::Account`),
 * which belongs to every API of the account: a stack that set it would overwrite another's. So a user who wants logs
 * first sets the role (docs/deploy.md); without them the functions log each answer with a status of 500 or above.
 *
 * Execution logs are off: API Gateway makes a log group of its own for them, which is in no stack, keeps its lines for
 * ever and outlives the API. The access log names the same reasons.
 */
const loggingOptions = (scope: Construct, logDays: number | undefined): StageOptions => ({
  loggingLevel: MethodLoggingLevel.OFF,
  dataTraceEnabled: false,
  accessLogDestination: new LogGroupLogDestination(
    new LogGroup(scope, 'HttpLogs', {
      retention: logDays ?? RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    }),
  ),
  accessLogFormat,
});

const makeGateway = (scope: Construct, hasLogs: boolean, logDays: number | undefined): RestApi =>
  new RestApi(scope, 'Http', {
    // Metrics of an API go by its name, which other stacks of the account must not share.
    restApiName: Stack.of(scope).stackName,
    description: 'Gleaner',
    endpointTypes: [EndpointType.REGIONAL],
    // As Base64, because API Gateway would otherwise take bytes for text.
    binaryMediaTypes: ['multipart/form-data'],
    // Results and the API's description shrink to a tenth; smaller answers take a few packets anyway.
    minCompressionSize: Size.kibibytes(10),
    cloudWatchRole: false,
    deployOptions: { stageName, ...throttling, ...(hasLogs ? loggingOptions(scope, logDays) : {}) },
  });

const addGatewayErrors = (api: RestApi): void => {
  for (const { type, status, body, retryAfterSeconds } of gatewayErrors) {
    api.addGatewayResponse(type.responseType, {
      type,
      statusCode: String(status),
      templates: { 'application/json': body },
      responseHeaders: {
        // Like the function's own answers: without these headers a page's script cannot read the answer.
        'Access-Control-Allow-Origin': "'*'",
        'Access-Control-Expose-Headers': "'retry-after'",
        ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': `'${retryAfterSeconds}'` }),
      },
    });
  }
};

const acceptFindings = (api: RestApi): void => {
  const keyReason =
    'Every request carries an API key, which the function compares with its stored HMAC; clients of the ' +
    'Firecrawl API send it as a bearer token, which neither IAM nor a user pool takes.';
  const logsReason =
    "Logs of requests take a role that is the whole region's: whoever has it turns them on with apiLogs.";
  accept(api, {
    'AwsSolutions-APIG2':
      'Requests are validated by the zod schemas of the function, which also say which key is wrong and ' +
      'what is wanted; a model in API Gateway would be a second truth.',
    'AwsSolutions-APIG3':
      'A web ACL costs several times what an idle stack does. Requests without a valid key are refused; ' +
      'an account that wants WAF associates its own ACL with the stage.',
    'AwsSolutions-APIG4': keyReason,
    'AwsSolutions-COG4': keyReason,
    'AwsSolutions-APIG1': logsReason,
    'AwsSolutions-APIG6': logsReason,
    'Serverless-APIGWAccessLogging': logsReason,
    'Serverless-APIGWXrayEnabled':
      'Access logs hold the latency of each request and of the function behind it; requests are tied to ' +
      'jobs by their id in the logs.',
  });
};

/** Paths below which another function than `api` answers; those of the corpus only if the deployment has one. */
export const ownPaths = {
  'manage-sources': [
    'v2/sources',
    'v2/manifests',
    'v2/changes',
    'v2/versions',
    'v2/audit',
    'v2/overview',
    'v2/deployment',
    'v2/fetchers',
    'v2/failures',
    'v2/alerts',
    'v2/monitor',
  ],
  'search-corpus': ['v2/corpus', 'v2/corpora', 'mcp'],
} as const;

/**
 * Makes the REST API. It passes every route to `api`, except those of sources to `manage-sources` and those of corpora
 * to `search-corpus`. Its URL has no slash at the end.
 */
export const makeRestApi = (
  scope: Construct,
  functions: { readonly api: LambdaFunction } & Readonly<
    Partial<Record<keyof typeof ownPaths, LambdaFunction>>
  >,
  { apiLogs = false, logDays }: Pick<Settings, 'apiLogs' | 'logDays'> = {},
): { readonly rest: RestApi; readonly url: string } => {
  const api = makeGateway(scope, apiLogs, logDays);
  const integrate = (fn: LambdaFunction): LambdaIntegration =>
    new LambdaIntegration(fn, { allowTestInvoke: false, timeout: Duration.seconds(29) });
  const integration = integrate(functions.api);
  api.root.addMethod('ANY', integration);
  api.root.addResource('{proxy+}').addMethod('ANY', integration);
  // A resource of its own takes its path out of the root's; all other paths below it have to go to `api` as before.
  const v2 = api.root.addResource('v2');
  v2.addMethod('ANY', integration);
  v2.addResource('{proxy+}').addMethod('ANY', integration);
  for (const [name, paths] of Object.entries(ownPaths)) {
    const fn = functions[name as keyof typeof ownPaths];
    if (fn === undefined) continue;
    const answering = integrate(fn);
    for (const path of paths) {
      const resource = api.root.resourceForPath(path);
      resource.addMethod('ANY', answering);
      resource.addResource('{proxy+}').addMethod('ANY', answering);
    }
  }
  addGatewayErrors(api);
  acceptFindings(api);
  const url = `https://${api.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}/${stageName}`;
  return { rest: api, url };
};
