import type { Table } from '../../lib/store/table.ts';
import { Outage } from '../../lib/outage.ts';
import type { Disturbance } from './leaky-queues.ts';

/** A table some of whose calls fail, as calls do when a worker dies or a connection breaks. */
export const fragile = (table: Table, disturbance: Disturbance, random: () => number): Table => {
  const documents = Object.create(table.documents) as Table['documents'];
  documents.send = (async (command: never) => {
    const dice = random();
    if (dice < disturbance.breakBefore) throw new Outage('the call was lost');
    const answer = await table.documents.send(command);
    if (dice < disturbance.breakBefore + disturbance.breakAfter) throw new Outage('the answer was lost');
    return answer;
  }) as Table['documents']['send'];
  return { ...table, documents };
};
