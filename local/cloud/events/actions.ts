import { randomUUID } from 'node:crypto';
import { localAccount, localRegion } from '../../template/intrinsics.ts';
import { AwsError } from '../aws-error.ts';
import type { Database } from '../database.ts';
import { optionalText, records, type Input } from '../input.ts';
import { insertMessage } from '../sqs/insert-message.ts';

/** The default event bus. */
export interface Events {
  readonly db: Database;
  readonly now: () => number;
  readonly wakeQueue: (queueId: number) => void;
}

/** The runtime's own queue in which an event waits for its rules; it exists if the template has rules with patterns. */
export const eventBusQueue = 'event-bus-default';

/** Entries of one call, as on AWS. */
const entriesMax = 10;

type EventsResponse =
  | { readonly EventId: string }
  | { readonly ErrorCode: string; readonly ErrorMessage: string };

const refused = (ErrorMessage: string): EventsResponse => ({ ErrorCode: 'InvalidArgument', ErrorMessage });

const isJsonObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
};

/** Stores one entry, and passes it on to the rules. */
const putEvent = ({ db, now, wakeQueue }: Events, entry: Input): EventsResponse => {
  const source = optionalText(entry, 'Source');
  const type = optionalText(entry, 'DetailType');
  const detail = optionalText(entry, 'Detail') ?? '{}';
  const bus = (optionalText(entry, 'EventBusName') ?? 'default').split('/').at(-1) ?? '';
  if (source === undefined || source === '') return refused('Parameter Source is not valid.');
  if (type === undefined || type === '') return refused('Parameter DetailType is not valid.');
  if (source.startsWith('aws.'))
    return { ErrorCode: 'NotAuthorizedForSourceException', ErrorMessage: source };
  if (!isJsonObject(detail)) return { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' };
  const id = randomUUID();
  const at = now();
  const event = JSON.stringify({
    version: '0',
    id,
    'detail-type': type,
    source,
    account: localAccount,
    time: new Date(at).toISOString().replace(/\.\d+Z$/, 'Z'),
    region: localRegion,
    resources: [],
    detail: JSON.parse(detail) as unknown,
  });
  db.transaction(() => {
    db.run('INSERT INTO events VALUES (?, ?, ?, ?, ?)', id, bus, source, event, at);
    const queue = db.get<{ id: number }>('SELECT id FROM queues WHERE name = ?', eventBusQueue);
    if (queue === undefined || bus !== 'default') return;
    insertMessage(db, queue.id, { body: event }, at, 0);
    wakeQueue(queue.id);
  });
  return { EventId: id };
};

/** Every action of EventBridge that the laptop supports. A successful answer names refused entries, as on AWS. */
export const eventActions: Readonly<Record<string, (events: Events, input: Input) => object>> = {
  PutEvents: (events, input) => {
    const entries = records(input, 'Entries');
    if (entries.length === 0 || entries.length > entriesMax) {
      throw new AwsError('ValidationException', `Entries must hold 1 to ${entriesMax} events.`);
    }
    const Entries = entries.map((entry) => putEvent(events, entry));
    return { FailedEntryCount: Entries.filter((it) => 'ErrorCode' in it).length, Entries };
  },
};
