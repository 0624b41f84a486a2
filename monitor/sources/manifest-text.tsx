import { useCallback, useMemo, useState, type DragEvent, type ReactNode } from 'react';
import { ApiRefusal } from '../api.ts';
import { formatNumberOf } from '../format.ts';
import { Refusal } from '../parts.tsx';
import { PlanAndApply } from './plan-view.tsx';
import { readManifestText, type ManifestFault } from './read-manifest-text.ts';

const Faults = ({ faults, text }: { readonly faults: readonly ManifestFault[]; readonly text: string }) => {
  const lines = text.split('\n');
  return (
    <div className="refusal" role="alert">
      <p>{formatNumberOf(faults.length, 'thing is wrong', 'things are wrong')} with the manifest:</p>
      <ol className="faults">
        {faults.map(({ line, column, message }) => (
          <li key={`${line}:${column} ${message}`}>
            Line {line}, column {column}: {message}
            <code>{lines[line - 1]?.slice(0, 200)}</code>
          </li>
        ))}
      </ol>
    </div>
  );
};

const Read = ({ text }: { readonly text: string }): ReactNode => {
  const [refused, setRefused] = useState<Error | null>(null);
  const read = useMemo(() => readManifestText(text), [text]);
  const onRefused = useCallback((error: Error | null) => setRefused(error), []);
  if (!read.ok) return <Faults faults={read.faults} text={text} />;
  const details = refused instanceof ApiRefusal ? refused.details : undefined;
  return (
    <>
      {refused !== null &&
        (Array.isArray(details) ? (
          <Faults faults={read.locate(details)} text={text} />
        ) : (
          <Refusal error={refused} />
        ))}
      <PlanAndApply manifest={read.manifest} onRefused={onRefused} />
    </>
  );
};

/** Takes a manifest, by a dropped file, a chosen one or typing, and tells what is wrong with it or what it would do. */
export const ManifestText = (): ReactNode => {
  const [typed, setTyped] = useState('');
  const [given, setGiven] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const take = (text: string): void => {
    setTyped(text);
    setGiven(text);
  };
  const takeFile = async (file: File | undefined): Promise<void> => {
    if (file !== undefined) take(await file.text());
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
