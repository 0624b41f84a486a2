import type { Failure } from '../../lib/failure.ts';
import type { RedriveSpec } from '../../lib/steps/api/redrive/judge-redrive.ts';
import { previewRedrive } from '../../lib/steps/api/redrive/preview-redrive.ts';
import { redriveJob } from '../../lib/steps/api/redrive/redrive-job.ts';
import { ignoredWarning, parseJsonBody } from '../../lib/request/parse-request.ts';
import { parseRedriveRequest } from '../../lib/request/redrive-request.ts';
import { leftWarning } from '../../lib/source/schedule/page-budget.ts';
import type { HttpHandler } from '../edge/endpoint.ts';
import { jsonResponse, refuse, type HttpResponse, type HttpRequest } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';
import { findJobOfTeam } from './find-job.ts';
import { withWarnings } from './with-warnings.ts';

type RedrivenKind = 'crawl' | 'batch' | 'extract';

/** Reads what the request wants to have redriven. */
const readSpec = async (
  dependencies: ApiDependencies,
  request: HttpRequest,
  kind: RedrivenKind,
): Promise<
  | { readonly ok: true; readonly spec: RedriveSpec; readonly warning: string | undefined }
  | { readonly ok: false; readonly failure: Failure }
> => {
  const found = await findJobOfTeam(dependencies, request, [kind]);
  if ('failure' in found) return { ok: false, failure: found.failure };
  // Without a body, the usual pages are meant: those that failed.
  const body = parseJsonBody(request.body === null || request.body.trim() === '' ? '{}' : request.body);
  if (!body.ok) return body;
  const parsed = parseRedriveRequest(body.value);
  if (!parsed.ok) return parsed;
  const { headers, ...selection } = parsed.value;
  const spec = {
    job: found.job,
    selection,
    ...(headers === undefined ? {} : { headers }),
    team: request.caller.team,
    keyId: request.caller.keyId,
  };
  return { ok: true, spec, warning: ignoredWarning(parsed.ignored) };
};

const redrive = async (
  dependencies: ApiDependencies,
  request: HttpRequest,
  kind: RedrivenKind,
  base: string,
): Promise<HttpResponse> => {
  const read = await readSpec(dependencies, request, kind);
  if (!read.ok) return refuse(read.failure);
  const of = read.spec.job.id;
  const token = request.headers['x-idempotency-key'] || undefined;
  const redriven = await redriveJob(dependencies, {
    ...read.spec,
    ...(token === undefined ? {} : { token: token.slice(0, 256) }),
  });
  if (!redriven.ok) return refuse(redriven.failure);
  const { job, pages, repeated } = redriven;
  const again =
    `The job ${of} was redriven before: this is the job that was made then. Redrive that one to ` +
    `fetch again what failed there`;
  const left = leftWarning(pages, job.redrive?.left);
  return jsonResponse(200, {
    success: true,
    id: job.id,
    url: `${request.baseUrl}${base}/${job.id}`,
    redriveOf: of,
    pages,
    ...withWarnings([repeated ? again : undefined, left, read.warning]),
  });
};

/** Fetches pages of a job that has ended again, as a new job. */
export const redriveHandler =
  (kind: RedrivenKind, base: string): HttpHandler<ApiDependencies> =>
  async (dependencies, request) =>
    await redrive(dependencies, request, kind, base);

/** Says what a redrive with the same body would do now, and starts nothing. */
export const redrivePreviewHandler =
  (kind: RedrivenKind): HttpHandler<ApiDependencies> =>
  async (dependencies, request) => {
    const read = await readSpec(dependencies, request, kind);
    if (!read.ok) return refuse(read.failure);
    const preview = await previewRedrive(dependencies, read.spec);
    if (preview.kind === 'refused') return refuse(preview.failure);
    return jsonResponse(200, {
      success: true,
      redriveOf: read.spec.job.id,
      pages: preview.pages,
      ...(preview.kind === 'same'
        ? { redrivenAs: preview.job }
        : { byCode: preview.byCode, abandoned: preview.abandoned }),
      ...withWarnings([
        preview.kind === 'new' ? leftWarning(preview.pages, preview.left) : undefined,
        read.warning,
      ]),
    });
  };
