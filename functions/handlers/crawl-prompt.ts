import { chooseCrawlOptions, type CrawlOptionsChoice } from '../../lib/steps/api/choose-crawl-options.ts';
import { limits } from '../../lib/limits/limits.ts';
import { droppedWarning, parsePreviewRequest, type CrawlPrompt } from '../../lib/request/crawl-prompt.ts';
import { ignoredWarning, parseJsonBody } from '../../lib/request/parse-request.ts';
import { jsonResponse, refuse, type HttpResponse, type HttpRequest } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';

/** The time needed to start the crawl and to answer before API Gateway closes the connection. */
const tailMs = 5_000;

/** Has a model choose the options of a crawl, and waits as long as the request's connection allows. */
export const optionsFor = async (
  dependencies: ApiDependencies,
  request: HttpRequest,
  prompt: CrawlPrompt,
): Promise<CrawlOptionsChoice> => {
  const waitMs = Math.min(request.remainingMs() - tailMs, limits.questionWaitMs);
  return await chooseCrawlOptions(dependencies, request.caller.team, prompt, dependencies.now() + waitMs);
};

/** Answers with the options of a crawl that a model makes from a person's words. */
export const previewHandler = async (
  dependencies: ApiDependencies,
  request: HttpRequest,
): Promise<HttpResponse> => {
  const body = parseJsonBody(request.body);
  if (!body.ok) return refuse(body.failure);
  const parsed = parsePreviewRequest(body.value);
  if (!parsed.ok) return refuse(parsed.failure);
  const choice = await optionsFor(dependencies, request, parsed.value);
  if (choice.kind === 'failed') return refuse(choice.failure);
  const warnings = [droppedWarning(choice.dropped), ignoredWarning(parsed.ignored)].filter(
    (warning) => warning !== undefined,
  );
  return jsonResponse(200, {
    success: true,
    data: { url: parsed.value.url, ...choice.options },
    ...(warnings.length === 0 ? {} : { warning: warnings.join('. ') }),
  });
};
