import { chooseCrawlOptions, type CrawlOptionsChoice } from '../../lib/steps/api/choose-crawl-options.ts';
import { limits } from '../../lib/limits/limits.ts';
import { droppedWarning, parsePreviewRequest, type CrawlPrompt } from '../../lib/request/crawl-prompt.ts';
import { ignoredWarning, parseJsonBody } from '../../lib/request/parse-request.ts';
import { jsonResponse, refuse, type HttpAnswer, type HttpRequest } from '../edge/http.ts';
import type { ApiDependencies } from './dependencies.ts';

/** What starting the crawl and the answer itself need before API Gateway closes the connection. */
const tailMs = 5_000;

/** The options that a model chooses for a crawl, waited for as long as the request's connection allows. */
export const optionsFor = async (
  dependencies: ApiDependencies,
  request: HttpRequest,
  prompt: CrawlPrompt,
): Promise<CrawlOptionsChoice> => {
  const waitMs = Math.min(request.remainingMs - tailMs, limits.questionWaitMs);
  return await chooseCrawlOptions(dependencies, request.caller.team, prompt, dependencies.now() + waitMs);
};

/** The options of a crawl that a model makes of a person's words. */
export const previewHandler = async (
  dependencies: ApiDependencies,
  request: HttpRequest,
): Promise<HttpAnswer> => {
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
