import type { Failure } from '../../../lib/failure.ts';
import { teamChain } from '../../../lib/source/audit/audit-record.ts';
import { getAuditHead } from '../../../lib/store/sources/audit-chain.ts';
import type { Table } from '../../../lib/store/table.ts';
import { whySourceIsUnknown } from './missing-source.ts';

/**
 * Returns the failure for a filter of the audit by a source that never was applied and has no record; null for one that
 * has, also if it was removed since, and without a filter.
 */
export const whyNoAudit = async (
  table: Table,
  team: string,
  source: string | undefined,
): Promise<Failure | null> =>
  source === undefined ||
  source === teamChain ||
  (await getAuditHead(table, { team, chain: source })) !== null
    ? null
    : await whySourceIsUnknown(table, team, source);
