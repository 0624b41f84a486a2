import { useState, type ReactNode } from 'react';
import { cadences, frequencies } from '../../lib/source/cadence.ts';
import { Choice, Shown } from '../parts.tsx';
import { useAnswer } from '../use-answer.ts';
import { changeSchedule, scheduleExamples, readSchedule } from './change-schedule.ts';
import type { ManifestBody } from './plan-types.ts';
import { PlanAndApply } from './plan-view.tsx';
import type { SourceWhole } from './source-types.ts';

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
  const [schedule, setSchedule] = useState(() => readSchedule(source.config));
  const { cadence, value } = schedule;
  const setValue = (chosen: string): void => setSchedule({ cadence, value: chosen });
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
              setPlanned(changeSchedule(manifest, source.id, schedule));
            }}
          >
            <label>
              Said by{' '}
              <select
                value={cadence}
                onChange={(event) => {
                  const next = cadences.find((each) => each === event.target.value) ?? 'frequency';
                  setSchedule({ cadence: next, value: scheduleExamples[next] });
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
