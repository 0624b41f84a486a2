import { useCallback, useMemo, useState, type DragEvent, type ReactNode } from 'react';
import { sourceLimits } from '../../lib/limits/source-limits.ts';
import { parseManifestText, tellProblems, type ManifestFault } from '../../lib/source/manifest-text.ts';
import { ApiRefusal } from '../api.ts';
import { formatCount, formatNumberOf } from '../format.ts';
import { Refusal } from '../parts.tsx';
import { PlanAndApply } from './plan-view.tsx';
import type { ManifestBody } from './plan-types.ts';

const Faults = ({ faults, text }: { readonly faults: readonly ManifestFault[]; readonly text: string }) => {
  const lines = text.split('\n');
  return (
    <div className="refusal" role="alert">
      <p>{formatNumberOf(faults.length, 'thing is wrong', 'things are wrong')} with the manifest:</p>
      <ol className="faults">
        {faults.map(({ at, message }) => (
          <li key={`${at?.line}:${at?.column} ${message}`}>
            {at !== null && `Line ${at.line}, column ${at.column}: `}
            {message}
            {at !== null && <code>{lines[at.line - 1]?.slice(0, 200)}</code>}
          </li>
        ))}
      </ol>
    </div>
  );
};

const Read = ({ text }: { readonly text: string }): ReactNode => {
  const [refused, setRefused] = useState<Error | null>(null);
  const read = useMemo(() => parseManifestText(text), [text]);
  const onRefused = useCallback((error: Error | null) => setRefused(error), []);
  if (!read.ok) return <Faults faults={read.faults} text={text} />;
  const { value, findPlace } = read;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const message = 'expected a manifest: an object with version, name and sources';
    return <Faults faults={[{ at: findPlace([]), message }]} text={text} />;
  }
  const details = refused instanceof ApiRefusal ? refused.details : undefined;
  return (
    <>
      {refused !== null &&
        (Array.isArray(details) ? (
          <Faults faults={tellProblems(details, findPlace)} text={text} />
        ) : (
          <Refusal error={refused} />
        ))}
      <PlanAndApply manifest={value as ManifestBody} onRefused={onRefused} />
    </>
  );
};

/** Takes a manifest, as a dropped file, a chosen one or typed text, and shows its faults or what it would do. */
export const ManifestText = (): ReactNode => {
  const [typed, setTyped] = useState('');
  const [given, setGiven] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const [tooBig, setTooBig] = useState<number | null>(null);
  const take = (text: string): void => {
    setTyped(text);
    setGiven(text);
  };
  const takeFile = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    setTooBig(file.size > sourceLimits.manifestBytesMax ? file.size : null);
    // A file that is far too big is not read: a tab has less room than a disk.
    if (file.size <= sourceLimits.manifestBytesMax) take(await file.text());
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void takeFile(event.dataTransfer.files[0]);
  };
  return (
    <>
      <div
        className={isOver ? 'drop over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <label>
          Drop a manifest here, or choose a file of JSON or YAML{' '}
          <input
            type="file"
            accept=".json,.yaml,.yml"
            onChange={(event) => void takeFile(event.target.files?.[0])}
          />
        </label>
      </div>
      {tooBig !== null && (
        <p className="refusal" role="alert">
          A manifest has at most {formatCount(sourceLimits.manifestBytesMax)} bytes: this file has{' '}
          {formatCount(tooBig)}.
        </p>
      )}
      <div className="field">
        <label htmlFor="manifest">Its text</label>
        <textarea
          id="manifest"
          className="code-text"
          rows={12}
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button disabled={typed.trim() === ''} onClick={() => take(typed)}>
          Check it and show what it does
        </button>
      </div>
      {given !== null && <Read key={given} text={given} />}
    </>
  );
};
