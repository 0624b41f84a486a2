import { useState, type ReactNode } from 'react';
import { whyNotSteered } from '../../lib/source/schedule/why-not-steered.ts';
import { askApi } from '../api.ts';
import { formatNumberOf } from '../format.ts';
import { JobLink, Refusal } from '../parts.tsx';
import { useAct } from '../use-answer.ts';
import type { SourceLine } from './source-types.ts';

type Action = 'run' | 'pause' | 'resume' | 'accept';

/** Runs, pauses and resumes one source. */
export const SourceControls = ({ source }: { readonly source: SourceLine }): ReactNode => {
  const [why, setWhy] = useState('');
  const [isPausing, setPausing] = useState(false);
  const act = useAct<{ readonly id?: string }, Action>((action) =>
    askApi(`/v2/sources/${source.id}/${action}`, {
      method: 'POST',
      ...(action === 'pause' && why !== '' ? { body: { why } } : {}),
    }),
  );
  const canResume = source.condition !== 'active' && whyNotSteered('resume', source, source) === null;
  const canPause = !canResume && whyNotSteered('pause', source, source) === null;
  return (
    <div className="filters">
      <button
        className="primary"
        disabled={act.isPending || source.openRun !== null || source.status === 'retired'}
        onClick={() => act.mutate('run')}
      >
        Run now
      </button>
      {canResume && (
        <button disabled={act.isPending} onClick={() => act.mutate('resume')}>
          Resume
        </button>
      )}
      {canPause && isPausing && (
        <span role="group" aria-label="Pause the source">
          <label>
            Why <input value={why} onChange={(event) => setWhy(event.target.value)} maxLength={500} />
          </label>{' '}
          <button
            disabled={act.isPending}
            onClick={() => {
              act.mutate('pause');
              setPausing(false);
            }}
          >
            Pause the source
          </button>{' '}
          <button onClick={() => setPausing(false)}>Let it go on</button>
        </span>
      )}
      {canPause && !isPausing && <button onClick={() => setPausing(true)}>Pause …</button>}
      {source.held > 0 && (
        <button disabled={act.isPending} onClick={() => act.mutate('accept')}>
          Accept that {formatNumberOf(source.held, 'page')} are gone
        </button>
      )}
      {act.data?.id !== undefined && (
        <span role="status">
          It has begun: <JobLink id={act.data.id}>watch it</JobLink>
        </span>
      )}
      {act.isError && <Refusal error={act.error} />}
    </div>
  );
};
