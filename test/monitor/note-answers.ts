import type { Page, Response } from 'playwright-core';
import { makeOpenApiDocument } from '../../functions/openapi/make-document.ts';
import { makeChecker } from '../harness/check-api.ts';

/** What the API answered a page. */
interface Answered {
  readonly method: string;
  readonly path: string;
  readonly sent: string;
  readonly status: number;
  /** Null where the page left before it was read. */
  readonly body: Promise<string | null>;
}

/** Answers that a page got of the API, held against its description. */
export interface NotedAnswers {
  /** Stops, and tells what was not as it is described, a sentence for each, and which paths were asked. */
  readonly check: () => Promise<{ readonly wrong: readonly string[]; readonly paths: ReadonlySet<string> }>;
}

/** Notes what the API answers a page from now on. */
export const noteAnswers = (page: Page): NotedAnswers => {
  const answered: Answered[] = [];
  const note = (response: Response): void => {
    const { pathname: path } = new URL(response.url());
    const request = response.request();
    if (path.startsWith('/v2/'))
      answered.push({
        method: request.method(),
        path,
        sent: request.postData() ?? '',
        status: response.status(),
        body: response.text().catch(() => null),
      });
  };
  page.on('response', note);
  return {
    check: async () => {
      page.off('response', note);
      const check = makeChecker(makeOpenApiDocument());
      const wrong: string[] = [];
      const paths = new Set<string>();
      for (const { body, ...answer } of answered) {
        const text = await body;
        if (text === null) continue;
        paths.add(answer.path);
        wrong.push(...check({ ...answer, body: text }));
      }
      return { wrong, paths };
    },
  };
};
