import { useState, type ReactNode } from 'react';
import { frequencies } from '../../lib/source/cadence.ts';
import { Choice, Shown } from '../parts.tsx';
import { useAnswer } from '../use-answer.ts';
import { cadences, changeSchedule, type Cadence } from './change-schedule.ts';
import type { ManifestBody } from './plan-types.ts';
import { PlanAndApply } from './plan-view.tsx';
import type { SourceWhole } from './source-types.ts';

const examples: Readonly<Record<Cadence, string>> = { frequency: 'daily', every: '6h', cron: '0 6 * * 1-5' };

const cadenceOf = (config: SourceWhole['config']): Cadence =>
  config.cron === undefined ? (config.every === undefined ? 'frequency' : 'every') : 'cron';

/**
 * Changes a source's schedule. The schedule is in the manifest, so the manifest gets a new version, from which one can
 * return to the old one.
 */
export const ScheduleForm = ({
  source,
  onDone,
}: {
  readonly source: SourceWhole;
  readonly onDone: () => void;
}): ReactNode => {
  const [cadence, setCadence] = useState<Cadence>(cadenceOf(source.config));
  const [value, setValue] = useState(source.cadence ?? '');
  const [planned, setPlanned] = useState<ManifestBody | null>(null);
  const query = useAnswer<{ readonly manifest: ManifestBody }>(`/v2/manifests/${source.manifest}`);
  return (
    <Shown query={query} what="its manifest">
      {({ manifest }) => (
        <>
          <form
            className="filters"
            onSubmit={(event) => {
              event.preventDefault();
              setPlanned(changeSchedule(manifest, source.id, { cadence, value }));
            }}
          >
            <label>
              Said by{' '}
              <select
                value={cadence}
                onChange={(event) => {
                  const next = cadences.find((each) => each === event.target.value) ?? 'frequency';
                  setCadence(next);
                  setValue(examples[next]);
                }}
              >
                {cadences.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </select>
            </label>
            {cadence === 'frequency' ? (
              <Choice label="How often" values={frequencies} value={value} onChoose={setValue} />
            ) : (
              <label>
                Schedule{' '}
                <input value={value} required onChange={(event) => setValue(event.target.value)} size={16} />
              </label>
            )}
            <button>Show what that does</button>
            <button type="button" onClick={onDone}>
              Leave it
            </button>
          </form>
          {planned !== null && <PlanAndApply manifest={planned} />}
        </>
      )}
    </Shown>
  );
};
