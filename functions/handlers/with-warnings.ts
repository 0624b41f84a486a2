import { ignoredWarning } from '../../lib/request/parse-request.ts';

/** Makes the `warning` of an answer from its sentences; nothing of none. */
export const withWarnings = (warnings: readonly (string | undefined)[]): { readonly warning?: string } => {
  const said = warnings.filter((warning) => warning !== undefined);
  return said.length === 0 ? {} : { warning: said.join('. ') };
};

/** Names parameters that have no effect, as an answer's `warning`. */
export const tellIgnored = ({
  ignored,
}: {
  readonly ignored: readonly string[];
}): { readonly warning?: string } => withWarnings([ignoredWarning(ignored)]);
