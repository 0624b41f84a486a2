import * as secrets from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCloud, type Cloud } from '../../local/cloud/start-cloud.ts';
import { newDataDir, secretsClient } from './cloud-under-test.ts';

const data = newDataDir();
let cloud: Cloud;
let client: secrets.SecretsManagerClient;

beforeAll(async () => {
  cloud = await startCloud({ dataDir: data.path });
  client = secretsClient(cloud.url);
});

afterAll(async () => {
  client.destroy();
  await cloud.close();
  data.remove();
});

test('a secret is found by its name and by its ARN, and keeps its value when it is made again', async () => {
  const made = await client.send(
    new secrets.CreateSecretCommand({ Name: 'app/pepper', SecretString: 'one' }),
  );
  expect(made.ARN).toBe('arn:aws:secretsmanager:us-east-1:000000000000:secret:app/pepper');
  await client.send(new secrets.CreateSecretCommand({ Name: 'app/pepper', SecretString: 'one' }));
  const other = client.send(new secrets.CreateSecretCommand({ Name: 'app/pepper', SecretString: 'two' }));
  await expect(other).rejects.toThrow(secrets.ResourceExistsException);
  for (const SecretId of ['app/pepper', made.ARN]) {
    expect((await client.send(new secrets.GetSecretValueCommand({ SecretId }))).SecretString).toBe('one');
  }
});

test('a new value replaces the old one, which stays readable as the previous one', async () => {
  await client.send(new secrets.CreateSecretCommand({ Name: 'rotated', SecretString: 'one' }));
  await client.send(new secrets.PutSecretValueCommand({ SecretId: 'rotated', SecretString: 'two' }));
  expect((await client.send(new secrets.GetSecretValueCommand({ SecretId: 'rotated' }))).SecretString).toBe(
    'two',
  );
  const previous = { SecretId: 'rotated', VersionStage: 'AWSPREVIOUS' };
  expect(await client.send(new secrets.GetSecretValueCommand(previous))).toMatchObject({
    SecretString: 'one',
    VersionStages: ['AWSPREVIOUS'],
  });
  await client.send(new secrets.PutSecretValueCommand({ SecretId: 'rotated', SecretString: 'three' }));
  expect((await client.send(new secrets.GetSecretValueCommand(previous))).SecretString).toBe('two');
  const none = client.send(
    new secrets.GetSecretValueCommand({ SecretId: 'app/pepper', VersionStage: 'AWSPREVIOUS' }),
  );
  await expect(none).rejects.toThrow(secrets.ResourceNotFoundException);
});

test('a secret that is not there is not found, and an action that is not run is refused', async () => {
  const missing = client.send(new secrets.GetSecretValueCommand({ SecretId: 'nowhere' }));
  await expect(missing).rejects.toThrow(secrets.ResourceNotFoundException);
  await expect(client.send(new secrets.GetRandomPasswordCommand({}))).rejects.toMatchObject({
    $metadata: { httpStatusCode: 501 },
  });
});
