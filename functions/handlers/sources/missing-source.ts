import { failure, type Failure } from '../../../lib/failure.ts';
import type { SourceName } from '../../../lib/keys/table-keys.ts';
import { noState } from '../../../lib/source/source-state.ts';
import { listJobs } from '../../../lib/steps/api/list-jobs.ts';
import { sourceNotFound } from '../../../lib/steps/sources/missing-names.ts';
import { getSourceState, listSourceStates } from '../../../lib/store/sources/source-states.ts';
import type { Table } from '../../../lib/store/table.ts';

/** Returns the same failure where no sources are loaded: near ids are also those of sources that were removed since. */
const notAmongStates = async (table: Table, { team, source }: SourceName): Promise<Failure> =>
  sourceNotFound(source, [...(await listSourceStates(table, team)).keys()]);

/** Says whether a source was ever applied, also one that was removed since. */
export const isKnownSource = async (table: Table, name: SourceName): Promise<boolean> =>
  (await getSourceState(table, name)) !== noState;

/**
 * Returns the failure for a filter by a source that never was applied; null for one that was, also if it was removed
 * since, and without a filter.
 */
export const whySourceIsUnknown = async (
  table: Table,
  team: string,
  source: string | undefined,
): Promise<Failure | null> =>
  source === undefined || (await isKnownSource(table, { team, source }))
    ? null
    : await notAmongStates(table, { team, source });

/**
 * Returns the failure for a source that never was applied and of which there is no job; null if it may have one: jobs
 * of a manifest that is not applied name their sources as well.
 */
export const whyNoJobs = async (
  table: Table,
  { team, source, now }: { readonly team: string; readonly source: string | undefined; readonly now: number },
): Promise<Failure | null> => {
  const unknown = await whySourceIsUnknown(table, team, source);
  if (unknown === null) return null;
  const { jobs, cursor } = await listJobs(table, team, { kinds: [], states: [], source, limit: 1, now });
  return jobs.length > 0 || cursor !== null ? null : unknown;
};

/**
 * Returns the failure for a source that is not applied, and says where it was removed. `known` are ids of those that
 * are applied.
 */
export const whySourceIsMissing = async (
  table: Table,
  name: SourceName,
  known: readonly string[],
): Promise<Failure> =>
  (await isKnownSource(table, name))
    ? failure(
        'SOURCE_NOT_FOUND',
        `Cannot find the source ${JSON.stringify(name.source.slice(0, 80))}: it was removed, so no manifest that ` +
          'your team has applied lists it any more. The log of its runs stays',
      )
    : sourceNotFound(name.source, known);
