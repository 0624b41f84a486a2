import type { Table } from '../../lib/store/table.ts';

/** A table for a caller that dies: after so many calls each further one fails, without reaching the store. */
export const dyingAfter = (table: Table, count: number): Table => {
  const documents = Object.create(table.documents) as Table['documents'];
  let calls = 0;
  documents.send = (async (command: never) => {
    calls += 1;
    if (calls > count) throw new Error('the caller died');
    return await table.documents.send(command);
  }) as Table['documents']['send'];
  return { ...table, documents };
};
