import { failure, type Failure } from '../../failure.ts';
import { limits } from '../../limits/limits.ts';
import { countFailedRuns } from '../../store/sources/source-runs.ts';
import type { Table } from '../../store/table.ts';

/**
 * Says why a source may not run now, or null: its last runs have all failed.
 *
 * @param isOfManifest Whether it is a source of an applied manifest, and so known to the API.
 */
export const refusePausedSource = async (
  { table }: { readonly table: Table },
  team: string,
  source: string | undefined,
  isOfManifest: boolean,
): Promise<Failure | null> => {
  if (source === undefined) return null;
  const failed = await countFailedRuns(table, { team, source });
  if (failed < limits.sourceFailuresMax) return null;
  // A request may also name a source that no manifest lists.
  const byHand = isOfManifest
    ? ''
    : `. If no manifest that is applied lists it, invoke submit-job with {"resume": "${source}"}`;
  const message =
    `Cannot run the source ${source}: its last ${failed} runs failed. Look at their errors, then resume it: ` +
    `npx gleaner sources resume ${source}, or POST /v2/sources/${source}/resume${byHand}`;
  return failure('SOURCE_PAUSED', message);
};
