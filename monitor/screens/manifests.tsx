import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { DataTable, type Column } from '../data-table.tsx';
import { formatCount } from '../format.ts';
import { Heading, Part, Shown, Time } from '../parts.tsx';
import { ManifestText } from '../sources/manifest-text.tsx';
import { whileIdleMs } from '../refresh.ts';
import { useAnswer } from '../use-answer.ts';

interface ManifestLine {
  readonly name: string;
  readonly version: string;
  readonly sources: number;
  readonly at: string;
  readonly by: string;
}

const columns: readonly Column<ManifestLine>[] = [
  { head: 'Manifest', cell: ({ name }) => <Link href={`/manifests/${name}`}>{name}</Link> },
  { head: 'Version', cell: ({ version }) => version },
  { head: 'Sources', isNumber: true, cell: ({ sources }) => formatCount(sources) },
  { head: 'Applied', cell: ({ at }) => <Time at={at} /> },
  { head: 'By key', cell: ({ by }) => by },
];

/** The applied manifests, and a place to plan and apply another. */
export const ManifestsScreen = (): ReactNode => {
  const query = useAnswer<{ readonly manifests: readonly ManifestLine[] }>('/v2/manifests', whileIdleMs);
  return (
    <>
      <Heading>Manifests</Heading>
      <Shown query={query} what="manifests">
        {({ manifests }) =>
          manifests.length === 0 ? (
            <p>None is applied yet.</p>
          ) : (
            <DataTable label="Manifests" columns={columns} rows={manifests} keyOf={({ name }) => name} />
          )
        }
      </Shown>
      <Part title="Apply a manifest">
        <ManifestText />
      </Part>
    </>
  );
};
