import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { settingsMetadata } from '../../infra/names.ts';
import { settingNames } from '../../infra/options.ts';
import { synthesise } from '../../test/infra/synthesise.ts';
import { optionOfSetting, settingOptions } from '../options/deploy-options.ts';
import { afterDeploy, lostSettings, readTableName } from '../output/deploy-summary.ts';
import { runCli } from '../run-cli.ts';

/** An account that nobody is signed in to. */
const nobody = {
  HOME: '/nonexistent',
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_CONFIG_FILE: '/nonexistent',
  AWS_SHARED_CREDENTIALS_FILE: '/nonexistent',
};

test('each setting of a deployment is an option, and the other way round', () => {
  expect(Object.keys(settingOptions).toSorted()).toEqual(settingNames.map(optionOfSetting).toSorted());
});

test('deploy says all that is missing before anything runs', async () => {
  const run = await runCli(['deploy', '--yes'], { environment: nobody });
  expect(run).toMatchObject({ exitCode: 4, stdout: '' });
  expect(run.stderr).toMatch(/Nothing was done\. Missing:\n {2}credentials .*\n {2}a region: give --region/);
  const keys = { AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'y' };
  const signedIn = await runCli(['deploy', '--yes'], { environment: { ...nobody, ...keys } });
  expect(signedIn.stderr).not.toContain('credentials');
  expect(signedIn.stderr).toContain('a region');
});

test.each([
  [['--delay-seconds', 'often'], '--delay-seconds: '],
  [['--hosts', '{"a.example": 1}'], '--hosts: hosts.a.example: '],
  [['--alarm-email', 'nobody'], '--alarm-email: '],
  [['--name', 'My Stack'], '--name: expected lower-case letters'],
  [['--allow', 'foo'], '--allow: expected an address range such as'],
  [['--resolve', 'bar'], '--resolve: expected a name and its address'],
  [['--hosts', '{bad'], '--hosts: expected JSON: Expected property name'],
  [['--hosts', '{"a.example": {"delay": 2,}}'], 'position 26 (line 1 column 27)'],
  [['--schedules', '[{]'], '--schedules: expected JSON: '],
  [
    ['--schedules', 'absent.json'],
    '--schedules: expected JSON, or a file of JSON: there is no file "absent.json"',
  ],
  [['--llm', ''], '--llm: expected JSON, or a file of JSON, found nothing'],
  [['--fetchers', '.'], '--fetchers: expected JSON, or a file of JSON: cannot read ".": EISDIR'],
  [['--delay-seconds', ''], '--delay-seconds: '],
  [['sideways'], 'expected only options'],
])('deploy %j is refused with the option that is wrong', async (argv, words) => {
  const run = await runCli(['deploy', '--dry-run', ...argv], { environment: nobody });
  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain(words);
});

test('a dry run says what would be created and what would be left, with settings out of files, and asks nobody', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-deploy-test-'));
  try {
    writeFileSync(join(folder, 'hosts.json'), '{"a.example": {"delay": 2}}');
    const argv = ['deploy', '--dry-run', '--hosts', 'hosts.json', '--allow-scripts'];
    const run = await runCli(argv, { environment: nobody, directory: folder });
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toContain('NOBODY IS TOLD when an alarm rings');
    const more = ['--name', 'staging', '--environment', 'staging', '--alarm-email', 'ops@example.com'];
    const other = await runCli([...argv, ...more], { environment: nobody, directory: folder });
    expect(other.stdout).toContain('"Gleaner-staging"');
    expect(other.stdout).toContain('leaves nothing behind');
    expect(other.stdout).not.toContain('NOBODY');
    expect(run.stdout).toMatch(/ \d\d Lambda functions\n +\d+ SQS queues\n +1 DynamoDB table, on demand\n/);
    expect(run.stdout).toMatch(/delete it yourself:\n +1 DynamoDB table/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('each setting of JSON may be an array or an object on the command line, as in the documentation', async () => {
  const example = /```json\n(\[\{.*?\}\])\n```/s.exec(
    readFileSync(join(import.meta.dirname, '../../docs/deploy.md'), 'utf8'),
  )?.[1];
  for (const schedules of [example ?? '', '[]', ' [] ']) {
    const run = await runCli(['deploy', '--dry-run', '--schedules', schedules], { environment: nobody });
    expect(run, run.stderr).toMatchObject({ exitCode: 0 });
  }
});

test('settings that are kept in the folder hold for each deployment, and an option goes before them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-deploy-test-'));
  const run = async (kept: string, ...argv: string[]) => {
    writeFileSync(join(folder, 'cdk.context.json'), kept);
    return await runCli(['deploy', '--dry-run', ...argv], { environment: nobody, directory: folder });
  };
  try {
    const kept = { name: 'staging', alarmEmail: 'ops@example.com', hosts: { 'a.example': { delay: 2 } } };
    const held = await run(JSON.stringify(kept));
    expect(held.stdout).toContain('"Gleaner-staging"');
    expect(held.stdout).not.toContain('NOBODY IS TOLD');
    expect((await run(JSON.stringify(kept), '--name', 'other')).stdout).toContain('"Gleaner-other"');
    const ofCdk = { '@aws-cdk/core:permissionsBoundary': { name: 'developers' } };
    const bounded = 'Every IAM role has the permissions boundary of cdk.context.json.';
    expect((await run(JSON.stringify(ofCdk))).stdout).toContain(bounded);
    expect(held.stdout).not.toContain(bounded);
    const misspelt = await run('{"enviroment": "staging"}');
    expect(misspelt.exitCode).toBe(2);
    expect(misspelt.stderr).toContain('no setting is called enviroment: did you mean environment?');
    const broken = await run('{');
    expect(broken.exitCode).toBe(2);
    expect(broken.stderr).toContain('cdk.context.json: expected a JSON object');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

const somebody = {
  ...nobody,
  AWS_ACCESS_KEY_ID: 'x',
  AWS_SECRET_ACCESS_KEY: 'y',
  AWS_REGION: 'eu-central-1',
};

test('where AWS does not answer, nothing is deployed or taken down, and the status says so', async () => {
  const environment = { ...somebody, AWS_ENDPOINT_URL: 'http://127.0.0.1:1', AWS_MAX_ATTEMPTS: '1' };
  const deployed = await runCli(['deploy', '--yes'], { environment });
  expect(deployed).toMatchObject({ exitCode: 3, stdout: '' });
  expect(deployed.stderr).toContain('gleaner: Cannot deploy: connect ECONNREFUSED 127.0.0.1:1');
  for (const more of [['--yes'], ['--dry-run']]) {
    const destroyed = await runCli(['deploy', '--destroy', ...more], { environment });
    expect(destroyed).toMatchObject({ exitCode: 3, stdout: '' });
    expect(destroyed.stderr).toContain('gleaner: Cannot take the stack down: connect ECONNREFUSED');
  }
});

/** Answers as CloudFormation does of a stack with a table that stays and a queue that goes. */
const cloudFormation = (action: string | null): string => {
  const template = { Resources: { Table: { DeletionPolicy: 'Retain' }, Queue: {} } };
  const member = (id: string, type: string): string =>
    `<member><LogicalResourceId>${id}</LogicalResourceId><PhysicalResourceId>${id}-1</PhysicalResourceId>` +
    `<ResourceType>${type}</ResourceType></member>`;
  const resources = member('Table', 'AWS::DynamoDB::Table') + member('Queue', 'AWS::SQS::Queue');
  const result =
    action === 'GetTemplate'
      ? `<TemplateBody>${JSON.stringify(template)}</TemplateBody>`
      : `<StackResources>${resources}</StackResources>`;
  return `<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`;
};

test('a dry run of taking a stack down says what would be deleted and kept, and only reads', async () => {
  const actions = new Set<string | null>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const action = new URLSearchParams(body).get('Action');
      actions.add(action);
      response.setHeader('content-type', 'text/xml').end(cloudFormation(action));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const environment = { ...somebody, AWS_ENDPOINT_URL: url };
    const run = await runCli(['deploy', '--destroy', '--dry-run'], { environment });
    expect(run, run.stderr).toMatchObject({ exitCode: 0 });
    expect(run.stdout).toContain(
      'Taking down Gleaner deletes 1 of its 2 resources, and keeps:\n  table Table-1\n',
    );
    expect([...actions].toSorted()).toEqual(['DescribeStackResources', 'GetTemplate']);
  } finally {
    server.close();
  }
  const alone = await runCli(['deploy', '--destroy', '--dry-run'], { environment: nobody });
  expect(alone).toMatchObject({ exitCode: 4, stdout: '' });
});

test('a deployment tells which settings of the deployed stack it would drop', () => {
  const { Metadata: noted } = synthesise({ alarmEmail: 'ops@example.com', headersKey: 'new' });
  expect(noted).toEqual({ [settingsMetadata]: ['alarmEmail', 'corpus', 'headersKey'] });
  expect(lostSettings(['alarmEmail', 'headersKey'], { fetchConcurrencyMax: 200 })).toMatch(
    /would lose them, .*:\n {2}--alarm-email\n {2}--headers-key\n/,
  );
  expect(lostSettings(['alarmEmail'], { alarmEmail: 'other@example.com', logDays: 7 })).toBe('');
  expect(lostSettings([], {})).toBe('');
});

test('after a deployment the address, the first key and the way back are told', () => {
  const outputs = {
    'Gleaner-staging': {
      ApiUrl: 'https://x.execute-api.eu-central-1.amazonaws.com/prod/',
      ManageKeysFunction: 'F1',
      TableName: 'T',
    },
  };
  const told = afterDeploy(outputs, 'staging');
  expect(readTableName(outputs, 'Gleaner-staging')).toBe('T');
  expect(told).toContain('GLEANER_URL=https://x.execute-api.eu-central-1.amazonaws.com/prod\n');
  expect(told).toContain('--function-name F1');
  expect(told).toContain('gleaner deploy --destroy --name staging');
});
