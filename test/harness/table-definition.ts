import type { CreateTableCommandInput } from '@aws-sdk/client-dynamodb';
import { openJobsIndex } from '../../lib/keys/table-keys.ts';

/** The one table of the stack (infra/stack.ts), as an emulator makes it. */
export const tableDefinition = (name: string): CreateTableCommandInput => ({
  TableName: name,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [
    { AttributeName: 'PK', AttributeType: 'S' },
    { AttributeName: 'SK', AttributeType: 'S' },
    { AttributeName: openJobsIndex.partition, AttributeType: 'S' },
    { AttributeName: openJobsIndex.sort, AttributeType: 'N' },
  ],
  KeySchema: [
    { AttributeName: 'PK', KeyType: 'HASH' },
    { AttributeName: 'SK', KeyType: 'RANGE' },
  ],
  GlobalSecondaryIndexes: [
    {
      IndexName: openJobsIndex.name,
      KeySchema: [
        { AttributeName: openJobsIndex.partition, KeyType: 'HASH' },
        { AttributeName: openJobsIndex.sort, KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
  ],
});
