import { functionKeyId, type LocalCredentials } from '../door/local-credentials.ts';
import { localRegion } from '../template/intrinsics.ts';
import type { FunctionPlan } from '../template/functions.ts';

/** The addresses of the local services. */
export interface Endpoints {
  readonly dynamodb: string;
  /** SQS, S3, secrets; refuses everything else with 501. */
  readonly cloud: string;
  /** The HTTP front, which also serves Lambda's Invoke. */
  readonly front: string;
  /** The port of a store that programs of this machine reach without credentials. */
  readonly openPort?: number;
}

/**
 * Variables of the runtime's own process that a function may see: those that a program needs to run at all, and
 * debuggers'.
 */
const passedOn = ['PATH', 'TMPDIR', 'NODE_EXTRA_CA_CERTS', 'VSCODE_INSPECTOR_OPTIONS'];

/**
 * Returns the environment of a function: the template's variables, those that Lambda adds, and endpoints on loopback
 * for every service, so that neither a handler nor a mistake can reach a real account. The credentials are those of
 * this start, and the user's own AWS files cannot be reached.
 */
export const functionEnvironment = (
  plan: FunctionPlan,
  endpoints: Endpoints,
  credentials: LocalCredentials,
  own: NodeJS.ProcessEnv,
): Record<string, string> => {
  const kept = passedOn.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]] as const]));
  // Of two values V8 takes the last: whoever starts the stack may give functions another heap.
  const nodeOptions = [plan.environment['NODE_OPTIONS'], own['NODE_OPTIONS']].filter(Boolean).join(' ');
  return {
    ...Object.fromEntries(kept),
    TZ: ':UTC',
    POWERTOOLS_TRACE_ENABLED: 'false',
    ...plan.environment,
    ...(nodeOptions && { NODE_OPTIONS: nodeOptions }),
    AWS_REGION: localRegion,
    AWS_DEFAULT_REGION: localRegion,
    AWS_ACCESS_KEY_ID: functionKeyId(credentials, plan.name),
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
    LAMBDA_TASK_ROOT: plan.folder,
    AWS_LAMBDA_FUNCTION_NAME: plan.name,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(plan.memoryMb),
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    // Lambda hands over the level below which it drops lines of a log in JSON, INFO unless it is told another.
    AWS_LAMBDA_LOG_LEVEL: 'INFO',
    BROWSER_SANDBOX: 'try',
    // Whatever a deployment opens, pages and webhooks cannot reach these.
    GLEANER_CLOSED_PORTS: [
      ...[endpoints.dynamodb, endpoints.cloud, endpoints.front].map((url) => new URL(url).port),
      ...(endpoints.openPort === undefined ? [] : [String(endpoints.openPort)]),
    ].join(','),
    AWS_ENDPOINT_URL: endpoints.cloud,
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    AWS_ENDPOINT_URL_SQS: endpoints.cloud,
    AWS_ENDPOINT_URL_S3: endpoints.cloud,
    AWS_ENDPOINT_URL_SSM: endpoints.cloud,
    AWS_ENDPOINT_URL_LAMBDA: endpoints.front,
  };
};
