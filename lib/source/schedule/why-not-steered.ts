import { limits } from '../../limits/limits.ts';
import type { ManifestSource } from '../resolve-sources.ts';
import type { SourceState } from '../source-state.ts';

const byManifest = {
  paused: 'its manifest pauses it',
  proposed: 'its manifest only proposes it',
  retired: 'its manifest has retired it',
} as const;

/**
 * Explains why pausing or resuming a source would change nothing: its manifest is what keeps it from running by itself.
 * Returns null if it would change something: also for a source that runs only by name, and may not because so many runs
 * failed. Resuming forgets these.
 */
export const whyNotSteered = (
  action: 'pause' | 'resume',
  { status }: Pick<ManifestSource, 'status'>,
  { failedInRow }: Pick<SourceState, 'failedInRow'>,
): string | null => {
  if (status === 'active') return null;
  const isRefused = status !== 'retired' && failedInRow >= limits.sourceFailuresMax;
  return action === 'resume' && isRefused ? null : byManifest[status];
};
