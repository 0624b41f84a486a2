import { useMemo, useState, type ReactNode } from 'react';
import { unifiedDiff } from '../../lib/deliver/results/unified-diff.ts';
import { DiffView } from '../diff/diff-view.tsx';
import { Part, Shown } from '../parts.tsx';
import { useAnswer } from '../use-answer.ts';
import type { ManifestBody } from './plan-types.ts';

interface Numbered {
  readonly seq: number;
  readonly version: string;
}

const VersionChoice = ({
  label,
  versions,
  value,
  onChoose,
}: {
  readonly label: string;
  readonly versions: readonly Numbered[];
  readonly value: number;
  readonly onChoose: (seq: number) => void;
}): ReactNode => (
  <label>
    {label}{' '}
    <select value={value} onChange={(event) => onChoose(Number(event.target.value))}>
      {versions.map(({ seq, version }) => (
        <option key={seq} value={seq}>
          {version}, number {seq}
        </option>
      ))}
    </select>
  </label>
);

const Difference = ({ old, now }: { readonly old: string; readonly now: string }): ReactNode => {
  const diff = useMemo(() => unifiedDiff(old, now), [old, now]);
  return diff === null ? <p>They differ in too much to be shown.</p> : <DiffView diff={diff.json} />;
};

/** The differences between two versions of a manifest, line by line. */
export const ManifestDiff = ({
  name,
  versions,
}: {
  readonly name: string;
  readonly versions: readonly Numbered[];
}): ReactNode => {
  const [from, setFrom] = useState(versions[1]?.seq);
  const [to, setTo] = useState(versions[0]?.seq);
  const place = (seq: number | undefined): string | null =>
    seq === undefined || versions.length < 2 ? null : `/v2/manifests/${name}?seq=${seq}`;
  const before = useAnswer<{ readonly manifest: ManifestBody }>(place(from));
  const after = useAnswer<{ readonly manifest: ManifestBody }>(place(to));
  if (from === undefined || to === undefined) return null;
  const written = (manifest: ManifestBody): string => JSON.stringify(manifest, null, 2);
  return (
    <Part title="What differs between two versions">
      <div className="filters">
        <VersionChoice label="From" versions={versions} value={from} onChoose={setFrom} />
        <VersionChoice label="To" versions={versions} value={to} onChoose={setTo} />
      </div>
      <Shown query={before} what="the version before">
        {(old) => (
          <Shown query={after} what="the version after">
            {(now) => <Difference old={written(old.manifest)} now={written(now.manifest)} />}
          </Shown>
        )}
      </Shown>
    </Part>
  );
};
