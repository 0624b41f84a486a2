import { dirname, join } from 'node:path';
import { Duration, RemovalPolicy, Size, Stage } from 'aws-cdk-lib';
import { Role, ServicePrincipal, type PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  ApplicationLogLevel,
  SystemLogLevel,
  RecursiveLoop,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { version } from '../lib/version.ts';
import { accept } from './accept.ts';
import { type FunctionSpec } from './function-spec.ts';
import { constructId } from './functions.ts';
import { joinSettings } from './settings-file.ts';

const deadLetterReason = (spec: FunctionSpec): string => {
  if (spec.name === 'heartbeat') {
    return (
      'An event that says "a minute has passed" is worth nothing a minute later; heartbeat-not-running and ' +
      'heartbeat-errors tell when it fails.'
    );
  }
  if (spec.name === 'submit-job') {
    return (
      'Lambda tries an asynchronous submission three times, and then hands it to the queue dead-letters, whose ' +
      'alarm tells; the runbook says how to submit it again.'
    );
  }
  return (
    'The function is not invoked asynchronously: its caller (API Gateway, a person) gets the error, or its ' +
    'queue has a dead-letter queue.'
  );
};

/** Puts a bundle and the settings beside it into a folder of this app's own. */
const folderOf = (
  scope: Construct,
  { name }: FunctionSpec,
  bundle: { readonly folder: string; readonly settings: Readonly<Record<string, string>> },
): string => {
  const own = join(Stage.of(scope)?.outdir ?? dirname(bundle.folder), 'functions', name);
  joinSettings(own, bundle);
  return own;
};

/**
 * Makes a function with a role of its own. The role has only the given statements and the right to write to the
 * function's own log group: the managed policy that CDK would attach allows every log group of the account.
 */
export const makeFunction = (
  scope: Construct,
  spec: FunctionSpec,
  props: {
    readonly folder: string;
    readonly environment: Record<string, string>;
    readonly logDays?: number | undefined;
    /** Whether only some invocations log every line. */
    readonly samplesLogs: boolean;
    /** Written into a file beside the code. */
    readonly settings: Readonly<Record<string, string>>;
    readonly permissions: readonly PolicyStatement[];
    /** cdk-nag's name of each wildcard in the permissions → why it is there. */
    readonly wildcardReasons: Readonly<Record<string, string>>;
  },
): LambdaFunction => {
  const id = constructId(spec.name);
  const logGroup = new LogGroup(scope, `${id}Logs`, {
    retention: props.logDays ?? RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  logGroup.grantWrite(role);
  for (const statement of props.permissions) role.addToPrincipalPolicy(statement);

  accept(role, props.wildcardReasons);

  const fn = new LambdaFunction(scope, id, {
    description: `${spec.name} of Gleaner ${version}`,
    runtime: Runtime.NODEJS_24_X,
    architecture: spec.architecture === 'x86_64' ? Architecture.X86_64 : Architecture.ARM_64,
    code: Code.fromAsset(folderOf(scope, spec, props)),
    handler: 'index.handler',
    memorySize: spec.memoryMb,
    timeout: Duration.seconds(spec.timeoutSeconds),
    environment: props.environment,
    role,
    logGroup,
    loggingFormat: LoggingFormat.JSON,
    // Where only a sample is logged, the logger itself drops lines: Lambda would drop those of the sample as well.
    ...(props.samplesLogs ? { applicationLogLevelV2: ApplicationLogLevel.DEBUG } : {}),
    // Two lines of Lambda's own for each invocation cost as much as our own lines. It still reports those that failed.
    systemLogLevelV2: SystemLogLevel.WARN,
    ...(spec.diskMb === undefined ? {} : { ephemeralStorageSize: Size.mebibytes(spec.diskMb) }),
    ...(spec.inLoop ? { recursiveLoop: RecursiveLoop.ALLOW } : {}),
    // The next minute's heartbeat does the work that this one did not.
    ...(spec.name === 'heartbeat' ? { retryAttempts: 0, maxEventAge: Duration.minutes(1) } : {}),
  });
  accept(fn, {
    'Serverless-LambdaTracing':
      'A crawl is followed by its job id through the structured logs; a trace for each of thousands of ' +
      'messages a second costs more than the messages.',
    'Serverless-LambdaDLQ': deadLetterReason(spec),
    'Serverless-LambdaAsyncFailureDestination': deadLetterReason(spec),
    'Serverless-LambdaEventSourceMappingDestination':
      'SQS keeps what a function did not finish: it comes again, and goes to the dead-letter queue by the ' +
      'redrive policy. Lambda has no failure destination for SQS sources.',
  });
  return fn;
};
