import { failure, type Failure } from '../../failure.ts';
import { readKey } from '../../fetch/browser/browser-key.ts';
import { isFetcherFirst, whyFetcherUnfit } from '../../request/source/fetcher.ts';
import type { JobSpec } from '../../request/job-spec.ts';

/** Says why this deployment does not permit a request. */
const forbidden = ({ scrape }: JobSpec, allowScripts: boolean): Failure | null => {
  const script = scrape.actions?.findIndex(({ type }) => type === 'executeJavascript') ?? -1;
  if (allowScripts || script < 0) return null;
  const message =
    `Cannot accept the request: actions.${script}: this deployment runs no scripts of callers; its operator ` +
    `allows them with the setting allowScripts`;
  return failure('FORBIDDEN', message);
};

/** Says which action presses a key that there is not. */
const keyless = ({ scrape }: JobSpec): Failure | null => {
  for (const [index, action] of (scrape.actions ?? []).entries()) {
    if (action.type !== 'press' || readKey(action.key) !== null) continue;
    const message =
      `Cannot accept the request: actions.${index}.key: expected a key such as Enter, ArrowDown, a or Control+A, ` +
      `found ${JSON.stringify(action.key)}`;
    return failure('BAD_REQUEST', message);
  }
  return null;
};

/**
 * Says why the service that a request names cannot fetch its pages. A service that comes last is left out where it
 * cannot.
 */
const unfit = ({ scrape }: JobSpec, sealedNames: readonly string[] | undefined): Failure | null => {
  if (!isFetcherFirst(scrape)) return null;
  const why = whyFetcherUnfit(sealedNames === undefined ? scrape : { ...scrape, headerNames: sealedNames });
  return why === null ? null : failure('BAD_REQUEST', `Cannot accept the request: ${why}`);
};

/**
 * Says why a request that is well-formed is refused; null if it is not. `sealedNames`: names of the headers that come
 * sealed beside it.
 */
export const refuseRequest = (
  request: JobSpec,
  {
    allowScripts,
    sealedNames,
  }: { readonly allowScripts: boolean; readonly sealedNames: readonly string[] | undefined },
): Failure | null => keyless(request) ?? forbidden(request, allowScripts) ?? unfit(request, sealedNames);
