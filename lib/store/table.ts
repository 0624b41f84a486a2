import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** The one table, with the client that reads and writes it. Its keys are in `lib/keys/table-keys.ts`. */
export interface Table {
  readonly documents: DynamoDBDocumentClient;
  readonly name: string;
}
