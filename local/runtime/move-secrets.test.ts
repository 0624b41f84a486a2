import { CreateSecretCommand, PutSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { expect, onTestFinished, test } from 'vitest';
import { getSecretVersions } from '../../lib/store/keys/get-secret.ts';
import { putSecret } from '../../lib/store/keys/put-secret.ts';
import { newDataDir, parametersClient, secretsClient } from '../../test/conformance/cloud-under-test.ts';
import { startCloud } from '../cloud/start-cloud.ts';
import type { Plan } from '../template/plan.ts';
import { awsClient } from './aws-request.ts';
import { moveSecrets } from './move-secrets.ts';

const plan = {
  functions: [
    { environment: { KEY_SECRET_NAME: '/Gleaner/key-secret' } },
    { environment: { HEADER_SECRET_NAME: '/Gleaner/header-secret' } },
  ],
} as unknown as Plan;

test('secrets of an older data directory are moved once, and a move that was cut is finished', async () => {
  const data = newDataDir();
  onTestFinished(() => data.remove());
  const cloud = await startCloud({ dataDir: data.path });
  onTestFinished(async () => await cloud.close());
  const [vault, parameters, client] = [
    secretsClient(cloud.url),
    parametersClient(cloud.url),
    awsClient(cloud.url),
  ];
  onTestFinished(() => [vault, parameters].forEach((each) => each.destroy()));
  onTestFinished(() => client.close());
  for (const secret of ['key-secret', 'header-secret']) {
    await vault.send(new CreateSecretCommand({ Name: secret, SecretString: `${secret} before` }));
    await vault.send(new PutSecretValueCommand({ SecretId: secret, SecretString: `${secret} present` }));
  }
  // An earlier start ended here, between the two versions of one of them.
  await putSecret(parameters, '/Gleaner/key-secret', 'key-secret before');
  for (let start = 1; start <= 2; start += 1) {
    await moveSecrets(plan, client);
    for (const secret of ['key-secret', 'header-secret'])
      expect(await getSecretVersions(parameters, `/Gleaner/${secret}`)).toEqual([
        `${secret} present`,
        `${secret} before`,
      ]);
  }
  await putSecret(parameters, '/Gleaner/key-secret', 'renewed');
  await moveSecrets(plan, client);
  expect(await getSecretVersions(parameters, '/Gleaner/key-secret')).toEqual([
    'renewed',
    'key-secret present',
  ]);
});
