import { fetcherNames } from '../../../lib/request/source/fetcher.ts';
import { jsonResponse, type HttpResponse } from '../../edge/http.ts';
import type { SourceDependencies } from './sources.ts';

/** Answers how each service is that fetches pages for this deployment. */
export const fetchersHandler = async ({ checkFetcher }: SourceDependencies): Promise<HttpResponse> => {
  const all = await Promise.all(
    fetcherNames.map(async (name) => ({ name, health: await checkFetcher(name) })),
  );
  const fetchers = all.flatMap(({ name, health }) => (health === null ? [] : [{ name, ...health }]));
  return jsonResponse(200, { success: true, fetchers });
};
