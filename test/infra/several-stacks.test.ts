import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { queueIn } from '../../functions/edge/queue-function.ts';
import { queueNames } from '../../infra/queues.ts';
import { readSettings } from '../../infra/options.ts';
import { synthesise, type Template } from './synthesise.ts';

/** Properties by which a resource has a name of its own in an account and region (CloudFormation, each type). */
const naming = /^(?:.*Name|Namespace|LogGroupName|Alias)$/;
/** What they name is inside another resource, or a kind that AWS itself named. */
const inside = new Set([
  'AttributeName',
  'IndexName',
  'StageName',
  'FunctionName',
  'MetricName',
  'PolicyName',
]);

/** Every literal text that names something of the account, with the metrics that alarms look at. */
const namesIn = (template: Template): string[] => {
  const found: string[] = [];
  const walk = (value: unknown, at: string): void => {
    if (Array.isArray(value)) for (const each of value) walk(each, at);
    else if (typeof value === 'object' && value !== null)
      for (const [key, below] of Object.entries(value)) {
        if (key === 'Dimensions') {
          for (const { Name, Value } of below as { Name: string; Value: unknown }[])
            if (typeof Value === 'string') found.push(`${at} ${Name}=${Value}`);
        } else if (typeof below === 'string' && naming.test(key) && !inside.has(key))
          found.push(`${at} ${key}=${below}`);
        else walk(below, at);
      }
  };
  for (const { Type, Properties } of Object.values(template.Resources)) walk(Properties ?? {}, Type);
  return [...new Set(found)];
};

/** Namespaces of services are everybody's; an operation is one of a named table; filters of objects name none. */
const shared = /Namespace=AWS\/| Operation=|S3::Bucket Name=/;

const first = synthesise({ alarms: 'all', apiLogs: true });
const second = synthesise({ name: 'staging', alarms: 'all', apiLogs: true });

test('two stacks of one account and region have no name in common', () => {
  const names = namesIn(first);
  expect(names.filter((name) => /QueueName=|AlarmName=|ApiName=/.test(name)).length).toBeGreaterThan(40);
  const taken = new Set(namesIn(second));
  expect(names.filter((name) => taken.has(name) && !shared.test(name))).toEqual([]);
});

test('a stack with a name is made of the same things, and the one without keeps the names that its things have', () => {
  const types = (template: Template) => Object.values(template.Resources).map(({ Type }) => Type);
  expect(types(second).toSorted()).toEqual(types(first).toSorted());
  const queue = Object.values(first.Resources).find(({ Type }) => Type === 'AWS::SQS::Queue');
  expect(queue?.Properties['QueueName']).toBe('dead-letters');
});

test('no stack writes a setting that is the whole account’s', () => {
  const types = Object.values(first.Resources).map(({ Type }) => Type);
  const accountWide = new Set([
    'AWS::ApiGateway::Account',
    'AWS::Logs::ResourcePolicy',
    'AWS::S3::AccountPublicAccessBlock',
  ]);
  expect(types.filter((type) => accountWide.has(type))).toEqual([]);
});

test.each([undefined, 'staging', 'fetch-high', 'a-finish'])(
  'functions know a queue of the stack %s by the name the pipeline has for it',
  (name) => {
    for (const queue of queueNames) {
      const physical = name === undefined ? queue : `${name}-${queue}`;
      expect(queueIn(`arn:aws:sqs:eu-central-1:123456789012:${physical}`)).toBe(queue);
    }
  },
);

test('an older Node is told what to install, instead of stumbling over TypeScript', () => {
  const program = fileURLToPath(new URL('../../infra/start-synth.mjs', import.meta.url));
  const old =
    `Object.defineProperty(process.versions, 'node', { value: '20.1.0' }); ` +
    `await import(${JSON.stringify(program)})`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', old], { encoding: 'utf8' });
  expect([run.status, run.stderr]).toEqual([
    1,
    'Deploying needs Node 24, found 20.1.0: install it from https://nodejs.org\n',
  ]);
});

test.each(['Staging', '-a', 'a--b', 'x'.repeat(21), 'a b'])('%j is no name of a stack', (name) => {
  expect(() => readSettings({ name })).toThrow(/name: /);
});
