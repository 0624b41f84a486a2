import * as ssm from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCloud, type Cloud } from '../../local/cloud/start-cloud.ts';
import { newDataDir, parametersClient } from './cloud-under-test.ts';

const data = newDataDir();
let cloud: Cloud;
let client: ssm.SSMClient;

beforeAll(async () => {
  cloud = await startCloud({ dataDir: data.path });
  client = parametersClient(cloud.url);
});

afterAll(async () => {
  client.destroy();
  await cloud.close();
  data.remove();
});

const put = async (Name: string, Value: string, more: Partial<ssm.PutParameterCommandInput> = {}) =>
  await client.send(new ssm.PutParameterCommand({ Name, Value, Type: 'SecureString', ...more }));
const get = async (Name: string) =>
  (await client.send(new ssm.GetParameterCommand({ Name, WithDecryption: true }))).Parameter;

test('a parameter that exists is only replaced on request, and otherwise keeps its value', async () => {
  expect(await put('/app/pepper', 'one')).toMatchObject({ Version: 1, Tier: 'Standard' });
  await expect(put('/app/pepper', 'two')).rejects.toThrow(ssm.ParameterAlreadyExists);
  expect(await get('/app/pepper')).toMatchObject({
    Name: '/app/pepper',
    Type: 'SecureString',
    Value: 'one',
    Version: 1,
    ARN: 'arn:aws:ssm:us-east-1:000000000000:parameter/app/pepper',
  });
  expect(await put('/app/pepper', 'two', { Overwrite: true })).toMatchObject({ Version: 2 });
  expect((await get('/app/pepper'))?.Value).toBe('two');
});

test('an earlier version is read by its number, and one that never was is not found', async () => {
  await put('/app/renewed', 'one');
  await put('/app/renewed', 'two', { Overwrite: true });
  expect(await get('/app/renewed:1')).toMatchObject({ Value: 'one', Version: 1, Selector: ':1' });
  await expect(get('/app/renewed:3')).rejects.toThrow(ssm.ParameterVersionNotFound);
});

test('of a hundred and one versions the first is gone', async () => {
  for (let version = 1; version <= 101; version += 1)
    await put('/app/old', `v${version}`, { Overwrite: true });
  await expect(get('/app/old:1')).rejects.toThrow(ssm.ParameterVersionNotFound);
  expect((await get('/app/old:2'))?.Value).toBe('v2');
});

test('without decryption a secure string says nothing', async () => {
  await put('/app/shut', 'secret');
  const { Parameter: shut } = await client.send(new ssm.GetParameterCommand({ Name: '/app/shut' }));
  expect(shut?.Value).not.toContain('secret');
});

test('a parameter that is gone is not found; one that is too long, or of no type, is refused', async () => {
  await put('/app/gone', 'x');
  await client.send(new ssm.DeleteParameterCommand({ Name: '/app/gone' }));
  await expect(get('/app/gone')).rejects.toThrow(ssm.ParameterNotFound);
  await expect(put('/app/long', 'x'.repeat(4_097))).rejects.toMatchObject({ name: 'ValidationException' });
  const untyped = new ssm.PutParameterCommand({ Name: '/app/untyped', Value: 'x' });
  await expect(client.send(untyped)).rejects.toMatchObject({ name: 'ValidationException' });
  await expect(client.send(new ssm.DescribeParametersCommand({}))).rejects.toMatchObject({
    $metadata: { httpStatusCode: 501 },
  });
});
