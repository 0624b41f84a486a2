import { CreateSecretCommand, PutSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCloud, type Cloud } from '../../../local/cloud/start-cloud.ts';
import { newDataDir, parametersClient, secretsClient } from '../../../test/conformance/cloud-under-test.ts';
import { findSecret, getSecretVersions } from '../keys/get-secret.ts';
import { putSecret } from '../keys/put-secret.ts';
import { secretName, stackSecrets } from '../../keys/stack-secret.ts';
import type { StandingResource } from './read-stack.ts';
import { copyStackSecrets, deleteStackSecrets, type SecretClients } from './stack-secrets.ts';

const data = newDataDir();
let cloud: Cloud;
let clients: SecretClients;

beforeAll(async () => {
  cloud = await startCloud({ dataDir: data.path });
  clients = { vault: secretsClient(cloud.url), parameters: parametersClient(cloud.url) };
});
afterAll(async () => {
  clients.vault.destroy();
  clients.parameters.destroy();
  await cloud.close();
  data.remove();
});

const secret = (logicalId: string, physicalId: string): StandingResource => ({
  logicalId,
  type: 'AWS::SecretsManager::Secret',
  physicalId,
  isKept: true,
});

test('an upgrade copies the secrets of a stack once, with the version before; a new stack has none', async () => {
  const { vault, parameters } = clients;
  await vault.send(new CreateSecretCommand({ Name: 'key-x1', SecretString: 'pepper' }));
  await vault.send(new CreateSecretCommand({ Name: 'header-x2', SecretString: 'before' }));
  await vault.send(new PutSecretValueCommand({ SecretId: 'header-x2', SecretString: 'present' }));
  const standing = [
    secret('KeySecret2DA13121', 'key-x1'),
    secret('HeaderSecret26647C28', 'header-x2'),
    secret('ModelKeys639631F7', 'somebody deleted it'),
  ];
  expect(await copyStackSecrets(clients, 'Old', [])).toEqual([]);
  expect(await copyStackSecrets(clients, 'Old', standing.slice(0, 2))).toEqual([
    '/Old/key-secret',
    '/Old/header-secret',
  ]);
  expect(await getSecretVersions(parameters, '/Old/key-secret')).toEqual(['pepper']);
  expect(await getSecretVersions(parameters, '/Old/header-secret')).toEqual(['present', 'before']);
  await vault.send(new PutSecretValueCommand({ SecretId: 'header-x2', SecretString: 'never again' }));
  expect(await copyStackSecrets(clients, 'Old', standing)).toEqual([]);
  expect(await getSecretVersions(parameters, '/Old/header-secret')).toEqual(['present', 'before']);
  expect(await findSecret(parameters, '/Old/model-keys')).toBeNull();
});

test('an upgrade that was cut between two versions of a secret is finished by the next one', async () => {
  const { vault, parameters } = clients;
  await vault.send(new CreateSecretCommand({ Name: 'key-x4', SecretString: 'before' }));
  await vault.send(new PutSecretValueCommand({ SecretId: 'key-x4', SecretString: 'present' }));
  await putSecret(parameters, '/Cut/key-secret', 'before');
  const standing = [secret('KeySecret2DA13121', 'key-x4')];
  expect(await copyStackSecrets(clients, 'Cut', standing)).toEqual(['/Cut/key-secret']);
  expect(await getSecretVersions(parameters, '/Cut/key-secret')).toEqual(['present', 'before']);
  expect(await copyStackSecrets(clients, 'Cut', standing)).toEqual([]);
});

test('a stack that is destroyed leaves no secret, and those of another stack stay', async () => {
  const { parameters } = clients;
  for (const stack of ['Gone', 'Gone-staging'])
    for (const each of stackSecrets) await putSecret(parameters, secretName(stack, each), 'text');
  await deleteStackSecrets(clients, 'Gone');
  const left = async (stack: string) =>
    await Promise.all(stackSecrets.map((each) => findSecret(parameters, secretName(stack, each))));
  expect(new Set(await left('Gone'))).toEqual(new Set([null]));
  expect(new Set(await left('Gone-staging'))).toEqual(new Set(['text']));
});
