import type { Failure } from '../../../failure.ts';
import type { Objects } from '../../../store/objects.ts';
import type { SourceStores } from '../../sources/load-sources.ts';
import { judgeRedrive, nothingToRedrive, refuseAtOnce, type RedriveSpec } from './judge-redrive.ts';
import { countSelected, type SelectedCounts } from './store-selected.ts';

/** What a redrive would do now: fetch these pages, answer with the job of an earlier redrive, or be refused. */
export type RedrivePreview =
  /** `left`: how many of the pages have no place in what the limits of its source allow a run. */
  | ({ readonly kind: 'new'; readonly left: number } & SelectedCounts)
  | { readonly kind: 'same'; readonly job: string; readonly pages: number }
  | { readonly kind: 'refused'; readonly failure: Failure };

/** Says what `redriveJob` would do with the same specification now, and does nothing. */
export const previewRedrive = async (
  dependencies: SourceStores & { readonly results: Objects; readonly now: () => number },
  spec: RedriveSpec,
): Promise<RedrivePreview> => {
  const refusal = refuseAtOnce(spec);
  if (refusal !== null) return { kind: 'refused', failure: refusal };
  const verdict = await judgeRedrive(dependencies, spec, null);
  if (verdict.kind === 'refused') return verdict;
  if (verdict.kind === 'same') {
    const { id, redrive } = verdict.job;
    return { kind: 'same', job: id, pages: redrive?.pages ?? 0 };
  }
  const { members } = verdict.series;
  const { maxPages = Number.POSITIVE_INFINITY } = verdict.budget;
  const counts = await countSelected(dependencies, spec, members);
  if (counts.pages === 0) return { kind: 'refused', failure: nothingToRedrive(spec, members) };
  const pages = Math.min(counts.pages, maxPages);
  return { kind: 'new', ...counts, pages, left: counts.pages - pages };
};
