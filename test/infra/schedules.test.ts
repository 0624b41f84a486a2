import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from '../../infra/options.ts';
import { readSchedulesFile } from '../../local/start/read-schedules-file.ts';
import { runSchedules } from '../../local/runtime/run-schedules.ts';
import { readPlan } from '../../local/template/plan.ts';
import { ofType, synthesise, synthesiseAssembly } from './synthesise.ts';

const weekly = {
  name: 'example-weekly',
  expression: 'cron(0 4 ? * MON *)',
  timezone: 'America/New_York',
  flexibleMinutes: 30,
  request: { url: 'https://example.com/', limit: 100 },
};
const settings = (schedules: unknown) => readSettings({ schedules: JSON.stringify(schedules) });

test('a schedule of the context invokes submit-job, and its role may do nothing else', () => {
  const template = synthesise(settings([weekly]));
  const [[, schedule] = []] = ofType(template, 'AWS::Scheduler::Schedule');
  expect(schedule?.Properties).toMatchObject({
    Name: 'gleaner-example-weekly',
    ScheduleExpression: 'cron(0 4 ? * MON *)',
    ScheduleExpressionTimezone: 'America/New_York',
    FlexibleTimeWindow: { Mode: 'FLEXIBLE', MaximumWindowInMinutes: 30 },
  });
  const target = schedule?.Properties['Target'] as { Input: string; Arn: unknown; RoleArn: unknown };
  expect(JSON.parse(target.Input)).toEqual({
    kind: 'crawl',
    source: 'example-weekly',
    request: weekly.request,
    token: 'schedule example-weekly <aws.scheduler.scheduled-time>',
  });
  const roles = ofType(template, 'AWS::IAM::Role').filter(([id]) => id.startsWith('SchedulesRole'));
  expect(roles.map(([, { Properties }]) => Properties['Policies'])).toEqual([
    [
      {
        PolicyName: 'SubmitJob',
        PolicyDocument: {
          Version: '2012-10-17',
          Statement: [{ Action: 'lambda:InvokeFunction', Effect: 'Allow', Resource: target.Arn }],
        },
      },
    ],
  ]);
});

test('a schedule may run a source of a manifest instead', () => {
  const { request: _request, ...rest } = weekly;
  const template = synthesise(settings([{ ...rest, run: 'cfpb-reg-x', team: 'harbour' }]));
  const [[, schedule] = []] = ofType(template, 'AWS::Scheduler::Schedule');
  const target = schedule?.Properties['Target'] as { Input: string } | undefined;
  expect(JSON.parse(target?.Input ?? '')).toEqual({
    run: 'cfpb-reg-x',
    team: 'harbour',
    token: 'schedule example-weekly <aws.scheduler.scheduled-time>',
  });
});

test('a schedule whose name would be too long in the account is refused, with how long it may be', () => {
  const named = (length: number) =>
    readSettings({ name: 'a-name-of-20-letters', schedules: [{ ...weekly, name: 'a'.repeat(length) }] });
  expect(() => named(36)).toThrow(
    /schedules\.0\.name: expected 35 characters at most.*a-name-of-20-letters-gleaner-a/,
  );
  const [found] = ofType(synthesise(named(35)), 'AWS::Scheduler::Schedule');
  expect(String(found?.[1].Properties['Name'])).toHaveLength(64);
});

test('without schedules there is neither schedule nor role', () => {
  const without = JSON.stringify(synthesise());
  expect(without).not.toMatch(/AWS::Scheduler|SchedulesRole/);
});

test.each([
  [[{ ...weekly, expression: 'every monday' }], 'schedules.0.expression: expected rate(n unit)'],
  [
    [{ ...weekly, expression: 'cron(0 25 ? * MON *)' }],
    'schedules.0.expression: expected 0 to 23 as its hours, found "25"',
  ],
  [[{ ...weekly, timezone: 'Mars/Base' }], 'schedules.0.timezone: expected a time zone'],
  [[{ ...weekly, team: 'My Team' }], 'schedules.0.team: expected 1 to 50 of a-z, 0-9 and -'],
  [[weekly, weekly], 'schedules.1.name: expected a name of its own'],
  [[{ ...weekly, requst: {} }], 'requst'],
  [
    [{ ...weekly, request: { ...weekly.request, limit: -3 } }],
    'schedules.0.request: limit: expected at least 1 page',
  ],
  [[weekly, { ...weekly, name: 'other', request: { url: 'nowhere at all' } }], 'schedules.1.request: '],
  [[{ ...weekly, kind: 'batch', request: { urls: 'https://example.com/' } }], 'schedules.0.request: urls: '],
  [
    [{ ...weekly, request: { ...weekly.request, scrapeOptions: { formats: ['nonsense'] } } }],
    'schedules.0.request: scrapeOptions.formats',
  ],
  [[{ ...weekly, run: 'cfpb-reg-x' }], 'schedules.0: expected request, or run with a source of a manifest'],
])('a schedule that is wrong is named before anything is synthesised: %#', (schedules, wanted) => {
  expect(() => settings(schedules)).toThrow(wanted);
});

test('a schedule may run scripts in pages where the deployment allows that, and only there', () => {
  const actions = [{ type: 'executeJavascript', script: '1' }];
  const schedules = [{ ...weekly, kind: 'scrape', request: { url: 'https://example.com/', actions } }];
  expect(() => readSettings({ schedules })).toThrow(/schedules.0.request: actions.0: .* allowScripts/);
  expect(readSettings({ schedules, allowScripts: 'true' }).schedules).toHaveLength(1);
});

test('what a schedule may not ask is refused on a laptop before anything starts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-schedules-'));
  const file = join(folder, 'schedules.json');
  try {
    writeFileSync(file, JSON.stringify([{ ...weekly, request: { ...weekly.request, limit: -3 } }]));
    await expect(readSchedulesFile(file, false)).rejects.toThrow(
      /schedules.json: .*schedules.0.request: limit: expected at least 1 page/,
    );
    const { request: _request, ...rest } = weekly;
    const mistakes = [
      { ...rest, request: { url: 'nowhere at all' } },
      { ...weekly, expression: 'sometimes' },
      { ...rest, kind: 'batch', request: { urls: [] } },
    ];
    writeFileSync(file, JSON.stringify(mistakes));
    const told = await readSchedulesFile(file, false).then(
      () => '',
      (error: unknown) => (error as Error).message,
    );
    expect(told).toMatch(/^Cannot read the schedules from (\S+): (?!.*\1)(?!.*CDK)/);
    for (const place of ['0.request', '1.expression', '1.name', '2.name', '2.request'])
      expect(told).toContain(`schedules.${place}: `);
    expect(told.split('schedules.').length - 1).toBe(6);
    await expect(readSchedulesFile(join(folder, 'none.json'), false)).rejects.toThrow(
      /^Cannot read the schedules from \S+none\.json: there is no such file$/,
    );
    writeFileSync(file, JSON.stringify([weekly]));
    expect(await readSchedulesFile(file, false)).toHaveLength(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the laptop reads the schedules of the template, and puts the time that they are due in their token', async () => {
  const { schedules } = readPlan(synthesiseAssembly(settings([weekly])), 'http://127.0.0.1:1');
  const [own, ...others] = schedules.filter(({ source }) => source === 'scheduler');
  expect([own?.when.kind, others]).toEqual(['cron', []]);
  if (own === undefined) return;
  // Nobody waits for Monday.
  const soon = { ...own, when: { kind: 'rate', everyMs: 500 } } as const;
  const notices: string[] = [];
  const delivered = Promise.withResolvers<[string, unknown]>();
  const deliver = async (arn: string, event: unknown): Promise<void> =>
    await Promise.resolve(delivered.resolve([arn, event]));
  const stop = runSchedules([soon], deliver, (line) => void notices.push(line));
  const [arn, event] = await delivered.promise;
  stop();
  expect(arn).toContain(':function:');
  expect(event).toMatchObject({
    source: 'example-weekly',
    token: expect.stringMatching(/^schedule example-weekly \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  });
  expect(notices).toEqual([]);
});
