import { PutEventsCommand, type EventBridgeClient } from '@aws-sdk/client-eventbridge';
import type { AlertDetail } from '../../source/alerts/tell-alert.ts';

/**
 * Puts an event on the account's default event bus: an alert of a stack was opened, got worse or is over.
 *
 * @throws {Error} when EventBridge refuses the entry, which it reports in a successful answer.
 */
export const putAlertEvent = async (
  client: EventBridgeClient,
  stack: string,
  detail: AlertDetail,
): Promise<void> => {
  const entry = {
    Source: 'gleaner',
    DetailType: 'Source Alert',
    Detail: JSON.stringify({ stack, ...detail }),
  };
  const answer = await client.send(new PutEventsCommand({ Entries: [entry] }));
  if ((answer.FailedEntryCount ?? 0) > 0)
    throw new Error(
      `Cannot put the event of an alert: EventBridge answered ${answer.Entries?.[0]?.ErrorCode}`,
    );
};
