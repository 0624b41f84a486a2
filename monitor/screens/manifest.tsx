import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { askApi } from '../api.ts';
import { DataTable, type Column } from '../data-table.tsx';
import { download } from '../download.ts';
import { Heading, Part, Refusal, Shown, Time } from '../parts.tsx';
import { ManifestDiff } from '../sources/manifest-diff.tsx';
import type { ManifestBody } from '../sources/plan-types.ts';
import { useAct, useAnswer } from '../use-answer.ts';

interface AppliedVersion {
  readonly seq: number;
  readonly version: string;
  readonly at: string;
  readonly by: string;
  readonly rollback: boolean;
  readonly counts: Readonly<Record<string, number>>;
}

/** What an action did, where its name does not say it. */
const actionWords: Readonly<Record<string, string>> = { none: 'unchanged', keep: 'no longer listed' };

const countsTold = ({ counts }: AppliedVersion): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([action, count]) => `${count} ${actionWords[action] ?? action}`)
    .join(', ');

/** Returns to a version after a second confirmation. */
const GoBack = ({
  name,
  version,
}: {
  readonly name: string;
  readonly version: AppliedVersion;
}): ReactNode => {
  const [isSure, setSure] = useState(false);
  const back = useAct(() =>
    askApi(`/v2/manifests/${name}/rollback`, { method: 'POST', body: { seq: version.seq } }),
  );
  if (back.isError) return <Refusal error={back.error} />;
  if (!isSure)
    return (
      <button
        onClick={() => setSure(true)}
        aria-label={`Go back to ${version.version}, number ${version.seq}`}
      >
        Go back …
      </button>
    );
  return (
    <span role="group" aria-label="Go back">
      Sources that it does not list are removed.{' '}
      <button
        className="danger"
        disabled={back.isPending}
        onClick={() => {
          back.mutate();
          setSure(false);
        }}
      >
        Go back to {version.version}
      </button>{' '}
      <button onClick={() => setSure(false)}>Leave it</button>
    </span>
  );
};

const makeColumns = (name: string, newest: number): readonly Column<AppliedVersion>[] => [
  { head: 'Number', isNumber: true, cell: ({ seq }) => seq },
  { head: 'Version', cell: ({ version, rollback }) => `${version}${rollback ? ', gone back to' : ''}` },
  { head: 'Applied', cell: ({ at }) => <Time at={at} /> },
  { head: 'By key', cell: ({ by }) => by },
  { head: 'What it did', cell: countsTold },
  { head: 'Way back', cell: (version) => version.seq !== newest && <GoBack name={name} version={version} /> },
];

/** One manifest: its versions, the differences between them, its text, and the ways back. */
export const ManifestScreen = ({ name }: { readonly name: string }): ReactNode => {
  const versions = useAnswer<{ readonly versions: readonly AppliedVersion[] }>(
    `/v2/manifests/${name}/versions`,
  );
  const text = useAnswer<{ readonly version: string; readonly manifest: ManifestBody }>(
    `/v2/manifests/${name}`,
  );
  return (
    <>
      <Heading>Manifest {name}</Heading>
      <p>
        <Link href="/manifests">All manifests, and a place to apply another version</Link>
      </p>
      <Shown query={versions} what="its versions">
        {(answer) => (
          <>
            <Part title="Versions">
              <DataTable
                label="Versions"
                columns={makeColumns(name, answer.versions[0]?.seq ?? 0)}
                rows={answer.versions}
                keyOf={({ seq }) => String(seq)}
              />
            </Part>
            <ManifestDiff name={name} versions={answer.versions} />
          </>
        )}
      </Shown>
      <Shown query={text} what="its text">
        {({ manifest, version }) => {
          const written = `${JSON.stringify(manifest, null, 2)}\n`;
          return (
            <Part title={`As it is applied, version ${version}`}>
              <button onClick={() => download(`${name}-${version}.json`, 'application/json', written)}>
                Download it
              </button>
              <pre className="document" tabIndex={0} role="region" aria-label="The manifest">
                {written}
              </pre>
            </Part>
          );
        }}
      </Shown>
    </>
  );
};
