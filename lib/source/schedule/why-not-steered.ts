import { limits } from '../../limits/limits.ts';
import type { ManifestSource } from '../resolve-sources.ts';
import type { SourceState } from '../source-state.ts';

const byManifest = {
  paused: 'its manifest pauses it',
  proposed: 'its manifest only proposes it',
  retired: 'its manifest has retired it',
} as const;

/**
 * Explains why a source cannot be run: its manifest has retired it, or so many runs failed that somebody has to resume
 * it first. Explains why pausing or resuming a source would change nothing: its manifest is what keeps it from running
 * by itself.
 * Returns null if it would change something: also for a source that runs only by name, and may not because so many runs
 * failed. Resuming forgets these.
 */
export const whyNotSteered = (
  action: 'run' | 'pause' | 'resume',
  { status }: Pick<ManifestSource, 'status'>,
  { failedInRow }: Pick<SourceState, 'failedInRow'>,
): string | null => {
  if (action === 'run') {
    if (status === 'retired') return byManifest.retired;
    return failedInRow < limits.sourceFailuresMax
      ? null
      : `its last ${failedInRow} runs failed: resume it first`;
  }
  if (status === 'active') return null;
  const isRefused = status !== 'retired' && failedInRow >= limits.sourceFailuresMax;
  return action === 'resume' && isRefused ? null : byManifest[status];
};
