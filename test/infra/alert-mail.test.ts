import { expect, test } from 'vitest';
import { stackName } from '../../infra/names.ts';
import { alertRules } from '../../lib/source/alerts/alert-rules.ts';
import type { AwsClient } from '../../local/runtime/aws-request.ts';
import { runEventRules } from '../../local/runtime/run-event-rules.ts';
import { matchesEventPattern } from '../../local/template/event-pattern.ts';
import { readPlan } from '../../local/template/plan.ts';
import { ofType, synthesise, synthesiseAssembly, type Template } from './synthesise.ts';

const eventOf = (rule: string, detail: object = {}) => ({
  source: 'gleaner',
  'detail-type': 'Source Alert',
  detail: {
    stack: stackName(undefined),
    source: 'guide',
    rule,
    severity: 'warning',
    message: 'so it is',
    ...detail,
  },
});

const assembly = synthesiseAssembly();
const { eventRules } = readPlan(assembly, 'http://127.0.0.1:1');
const mails = eventRules.filter(({ targets }) => targets.some(({ arn }) => arn.startsWith('arn:aws:sns:')));

test('mailed are alerts of sources that stand still or have nearly spent their month, of this stack alone', () => {
  const isMailed = (event: object) =>
    mails.filter(({ pattern }) => matchesEventPattern(pattern, event)).length;
  expect(alertRules.filter((rule) => isMailed(eventOf(rule)) === 1)).toEqual([
    'source-blocked',
    'source-moved',
    'runs-failing',
    'mass-deletion',
    'budget',
  ]);
  expect(isMailed(eventOf('budget', { severity: 'high' }))).toBe(1);
  expect(isMailed(eventOf('budget', { stack: 'another' }))).toBe(0);
  expect(isMailed({ ...eventOf('budget'), 'detail-type': 'Job Ended' })).toBe(0);
});

test('a mail names source, rule, state and message; without an address nobody subscribes', () => {
  const addressed = synthesise({ alarmEmail: 'ops@example.com' });
  const [rule] = ofType(addressed, 'AWS::Events::Rule').flatMap(([, each]) =>
    JSON.stringify(each.Properties['EventPattern'] ?? {}).includes('Source Alert') ? [each] : [],
  );
  if (rule === undefined) throw new Error('No rule mails alerts');
  const { InputPathsMap: paths, InputTemplate: text } = rule.Properties['Targets'][0].InputTransformer;
  const said = String(text).replaceAll(/<([^>]+)>/g, (_, name: string) => String(paths[name]));
  expect(JSON.parse(said)).toBe('$.detail.source ($.detail.rule, $.detail.state): $.detail.message');
  const subscribers = (template: Template) =>
    ofType(template, 'AWS::SNS::Subscription').flatMap(([, { Properties }]) =>
      JSON.stringify(Properties['TopicArn']) === JSON.stringify(rule.Properties['Targets'][0].Arn)
        ? [String(Properties['Endpoint'])]
        : [],
    );
  expect(subscribers(addressed)).toEqual(['ops@example.com']);
  // AWS asks an address to confirm each topic; whoever overlooks the second mail would miss half of what is told.
  expect(ofType(addressed, 'AWS::SNS::Subscription')).toHaveLength(1);
  const publishers = ofType(addressed, 'AWS::SNS::TopicPolicy').map(([, it]) =>
    JSON.stringify(it.Properties),
  );
  expect(publishers).toHaveLength(1);
  for (const service of ['cloudwatch', 'events']) expect(publishers[0]).toContain(`${service}.amazonaws.com`);
  expect(subscribers(assembly.template as Template)).toEqual([]);
});

/** A bus with these events, each of which comes again until it is deleted. */
const busOf = (events: readonly object[]) => {
  const left = new Map(events.map((event, at) => [`receipt-${at}`, JSON.stringify(event)]));
  const empty = Promise.withResolvers<void>();
  const client: Pick<AwsClient, 'call'> = {
    call: async (target, input, { signal } = {}) => {
      if (target === 'AmazonSQS.DeleteMessage') {
        left.delete((input as { ReceiptHandle: string }).ReceiptHandle);
        return {};
      }
      const [first] = left;
      if (first !== undefined) return { Messages: [{ ReceiptHandle: first[0], Body: first[1] }] };
      empty.resolve();
      return await new Promise((_, reject) =>
        signal?.addEventListener('abort', () => reject(new Error('aborted'))),
      );
    },
  };
  return { client: client as AwsClient, empty: empty.promise };
};

test('the laptop prints each mail as one line without control characters, and nothing that is not mailed', async () => {
  const { client, empty } = busOf([
    eventOf('changed'),
    eventOf('budget', { message: 'It has spent 85 %\nof \u001B[31mits month' }),
    eventOf('source-moved', { source: 'tides' }),
  ]);
  const [printed, notices]: [string[], string[]] = [[], []];
  const deliver = async () => await Promise.reject(new Error('A mail has no function'));
  const stop = runEventRules(
    mails,
    { client, queueUrl: 'http://127.0.0.1:1/bus', deliver },
    (line) => notices.push(line),
    (line) => printed.push(line),
  );
  await empty;
  await stop();
  expect(printed).toEqual(['guide: It has spent 85 % of  [31mits month', 'tides: so it is']);
  expect(notices).toEqual([]);
});

test('an event that a target could not take is delivered again, and deleted once every target has it', async () => {
  const rule = {
    name: 'all',
    pattern: { source: ['gleaner'] },
    targets: [{ arn: 'arn:aws:lambda:any', input: undefined }],
  };
  const { client, empty } = busOf([eventOf('changed')]);
  const [delivered, notices]: [unknown[], string[]] = [[], []];
  const deliver = async (_arn: string, event: unknown) => {
    if (notices.length === 0) throw new Error('It is down');
    await Promise.resolve(void delivered.push(event));
  };
  const stop = runEventRules(
    [rule],
    { client, queueUrl: 'bus', deliver },
    (line) => notices.push(line),
    () => {},
  );
  await empty;
  await stop();
  expect(notices).toEqual(['It is down']);
  expect(delivered).toEqual([eventOf('changed')]);
});
