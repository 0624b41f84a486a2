import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import * as sqs from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { startCloud } from '../../local/cloud/start-cloud.ts';
import { newDataDir, sqsClient } from './cloud-under-test.ts';

/** A caller that asks for messages and never reads the answer. */
const deafReceive = async (port: number, queueUrl: string): Promise<ReturnType<typeof connect>> => {
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => {});
  await once(socket, 'connect');
  const body = JSON.stringify({ QueueUrl: queueUrl, MaxNumberOfMessages: 10 });
  socket.write(
    `POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Amz-Target: AmazonSQS.ReceiveMessage\r\nContent-Length: ` +
      `${body.length}\r\n\r\n${body}`,
  );
  return socket;
};

// The event loop's phases order what the sockets tell and what was scheduled.
const phases = {
  poll: async () => void (await stat(import.meta.filename)),
  timers: async () => sleep(5),
  check: async () => new Promise<void>((done) => void setImmediate(done)),
};

test.each(Object.keys(phases) as (keyof typeof phases)[])(
  'a server that is closed in phase %s gives back what an unread answer had taken',
  async (phase) => {
    const data = newDataDir();
    let nowMs = 1_000_000_000_000;
    const now = (): number => nowMs;
    let cloud = await startCloud({ dataDir: data.path, now });
    let client = sqsClient(cloud.url);
    const { QueueUrl = '' } = await client.send(new sqs.CreateQueueCommand({ QueueName: 'q' }));
    for (let index = 0; index < 10; index += 1) {
      await client.send(new sqs.SendMessageCommand({ QueueUrl, MessageBody: '"'.repeat(1_048_576) }));
    }
    const socket = await deafReceive(cloud.port, QueueUrl);
    const attributes = () =>
      client.send(new sqs.GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] }));
    await expect
      .poll(async () => (await attributes()).Attributes?.ApproximateNumberOfMessagesNotVisible)
      .toBe('10');
    client.destroy();
    await phases[phase]();
    await cloud.close();
    socket.destroy();

    nowMs += 1_000;
    cloud = await startCloud({ dataDir: data.path, now });
    client = sqsClient(cloud.url);
    const { Messages } = await client.send(
      new sqs.ReceiveMessageCommand({
        QueueUrl: `${cloud.url}/000000000000/q`,
        MessageSystemAttributeNames: ['All'],
      }),
    );
    expect(Messages?.[0]?.Attributes).toMatchObject({
      ApproximateReceiveCount: '1',
      ApproximateFirstReceiveTimestamp: String(nowMs),
    });
    client.destroy();
    await cloud.close();
    data.remove();
  },
);
