import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Latest } from '../../envelope/latest.ts';
import { latestKey } from '../../keys/table-keys.ts';
import type { Table } from '../table.ts';

/** What the last version of a page becomes when the page counts as deleted. */
export type DeletedVersion = Pick<Latest, 'envelopeKey' | 'envelopeAt' | 'contentHash' | 'htmlHash'>;

/**
 * Notes as the last version of a page that it is deleted. When the page is back, it is not taken for unchanged, and
 * gets an envelope that says so. No host is asked with the validators of what was there before.
 *
 * Condition: the last version is an earlier one, so that a later one stays, and to do it twice does nothing. It need
 * not be the one that the source knows: an address that led to another page has a version of that.
 *
 * @param viewer whose version it is (`latestViewer`).
 * @param hash of the page's canonical URL (`pageHash`).
 */
export const markDeleted = async (
  table: Table,
  { viewer, hash }: { readonly viewer: string; readonly hash: string },
  { envelopeKey, envelopeAt, contentHash, htmlHash }: DeletedVersion,
): Promise<void> => {
  try {
    await table.documents.send(
      new UpdateCommand({
        TableName: table.name,
        Key: latestKey(viewer, hash),
        UpdateExpression:
          'SET envelopeKey = :deleted, envelopeAt = :at, contentHash = :content, htmlHash = :html, parts = :none ' +
          'REMOVE etag, lastModified',
        ConditionExpression: 'envelopeAt < :at',
        ExpressionAttributeValues: {
          ':deleted': envelopeKey,
          ':at': envelopeAt,
          ':content': contentHash,
          ':html': htmlHash,
          ':none': [],
        },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
};
