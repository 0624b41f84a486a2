import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { SSMClient } from '@aws-sdk/client-ssm';

/** What a laptop's functions get; visibly fake. */
const options = (endpoint: string) =>
  ({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  }) as const;

export const sqsClient = (
  endpoint: string,
  more: { useQueueUrlAsEndpoint?: boolean; maxAttempts?: number } = {},
): SQSClient => new SQSClient({ ...options(endpoint), ...more });

/** Tries again as the functions' own clients do: a connection that a busy machine left idle may be closed. */
export const patientSqsClient = (endpoint: string): SQSClient => sqsClient(endpoint, { maxAttempts: 4 });

export const s3Client = (endpoint: string): S3Client =>
  new S3Client({ ...options(endpoint), forcePathStyle: true });

export const secretsClient = (endpoint: string): SecretsManagerClient =>
  new SecretsManagerClient(options(endpoint));

export const parametersClient = (endpoint: string): SSMClient => new SSMClient(options(endpoint));

export interface DataDir {
  readonly path: string;
  remove(): void;
}

export const newDataDir = (): DataDir => {
  const path = mkdtempSync(join(tmpdir(), 'gleaner-cloud-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
};

/** The server in a process of its own, to be killed. */
export interface CloudProcess {
  readonly url: string;
  readonly child: ChildProcess;
  kill(): Promise<void>;
}

export const startCloudMain = async (dataDir: string): Promise<CloudProcess> => {
  const main = join(import.meta.dirname, '../../local/cloud/main.ts');
  const child = spawn(process.execPath, [main, '--data', dataDir], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { url } = JSON.parse(line) as { url: string };
  return {
    url,
    child,
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
};
