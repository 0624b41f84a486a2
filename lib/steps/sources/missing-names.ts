import { failure, type Failure } from '../../failure.ts';
import type { AppliedVersion } from '../../source/applied-manifest.ts';
import { nearOption } from '../../suggest-name.ts';

const shown = (name: string): string => JSON.stringify(name.slice(0, 80));

/** Returns the failure for an id of a source that is not applied. `known` are ids of which one may have been meant. */
export const sourceNotFound = (id: string, known: readonly string[]): Failure => {
  const message = `Cannot find the source ${shown(id)}: no manifest that your team has applied lists it`;
  return failure('SOURCE_NOT_FOUND', `${message}${nearOption(id, known)}`);
};

/** Returns the failure for the name of a manifest that is not applied; `known` are those that are. */
export const manifestNotFound = (name: string, known: readonly string[]): Failure => {
  const message = `Cannot find the manifest ${shown(name)}: your team has applied none of that name`;
  return failure('MANIFEST_NOT_FOUND', `${message}${nearOption(name, known)}`);
};

/** Versions that a message names: it is one sentence. */
const versionsShown = 10;

/**
 * Returns the failure for a version of an applied manifest that is not there: a number in the log, or a version as the
 * manifest writes it. `versions` are those that are there, the last one first.
 */
export const versionNotFound = (
  name: string,
  asked: string | number,
  versions: readonly Pick<AppliedVersion, 'seq' | 'version'>[],
): Failure => {
  const found = typeof asked === 'number' ? `with the number ${asked}` : shown(asked);
  const near = nearOption(
    asked,
    versions.map(({ version }) => version),
  );
  const named = versions
    .slice(0, versionsShown)
    .map(({ seq, version }) => `${seq} (${version.slice(0, 80)})`);
  const more = versions.length > versionsShown ? `, and ${versions.length - versionsShown} before them` : '';
  const message = `Cannot find the version ${found} of the manifest ${shown(name)}${near}`;
  return failure('MANIFEST_NOT_FOUND', `${message}: it has ${named.join(', ')}${more}`);
};
