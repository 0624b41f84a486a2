import type { SqsAction } from './context.ts';
import { listMessageMoveTasks, startMessageMoveTask } from './move-tasks.ts';
import * as queues from './queue-actions.ts';
import * as receipts from './receipt-actions.ts';
import { receiveMessage } from './receive-action.ts';
import { sendMessage, sendMessageBatch } from './send-actions.ts';

/** Every action of SQS that the laptop supports. */
export const sqsActions: Readonly<Record<string, SqsAction>> = {
  ChangeMessageVisibility: receipts.changeMessageVisibility,
  ChangeMessageVisibilityBatch: receipts.changeMessageVisibilityBatch,
  CreateQueue: queues.createQueue,
  DeleteMessage: receipts.deleteMessage,
  DeleteMessageBatch: receipts.deleteMessageBatch,
  DeleteQueue: queues.deleteQueue,
  GetQueueAttributes: queues.getQueueAttributes,
  GetQueueUrl: queues.getQueueUrl,
  ListMessageMoveTasks: listMessageMoveTasks,
  ListQueues: queues.listQueues,
  PurgeQueue: queues.purgeQueue,
  ReceiveMessage: receiveMessage,
  SendMessage: sendMessage,
  SendMessageBatch: sendMessageBatch,
  SetQueueAttributes: queues.setQueueAttributes,
  StartMessageMoveTask: startMessageMoveTask,
};
