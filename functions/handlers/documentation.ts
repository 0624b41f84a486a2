import { readFile } from 'node:fs/promises';
import { moduleExtension } from '../../lib/module-extension.ts';
import { respondUnlessSeen } from '../edge/respond-unless-seen.ts';
import { beside } from '../edge/beside.ts';
import { jsonResponse, type HttpResponse, type OpenRequest } from '../edge/http.ts';
import type { OpenApiDocument } from '../openapi/document.ts';
import type { RenderPage } from '../openapi/page/render-page.ts';

const documentFile = beside(import.meta.url, '../../docs/openapi.json', './openapi.json');
const manifestSchemaFile = beside(import.meta.url, '../../docs/schemas/sources-v1.json', './sources-v1.json');
const pageModule = beside(
  import.meta.url,
  `../openapi/page/render-page${moduleExtension}`,
  './render-page.mjs',
);

let reading: Promise<OpenApiDocument> | undefined;

/** Reads the document with the server address that the client used. */
const documentFor = async ({ baseUrl }: OpenRequest): Promise<OpenApiDocument> => {
  reading ??= readFile(documentFile, 'utf8').then((text) => JSON.parse(text) as OpenApiDocument);
  return { ...(await reading), servers: [{ url: baseUrl }] };
};

/** Lets anyone cache an answer for a while, because it only changes with a deployment. */
const cacheable = (request: OpenRequest, type: string, answer: HttpResponse): HttpResponse => {
  const headers = {
    ...answer.headers,
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'public, max-age=300',
  };
  return respondUnlessSeen(request, { ...answer, headers });
};

/** Allows only the page's own style: the page has no script and loads nothing. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

const openApi = async (request: OpenRequest): Promise<HttpResponse> =>
  cacheable(request, 'application/json', jsonResponse(200, await documentFor(request)));

/** Answers the schema with which editors complete and check manifests: they ask for it without a key. */
const manifestSchema = async (request: OpenRequest): Promise<HttpResponse> =>
  cacheable(request, 'application/json', {
    statusCode: 200,
    headers: {},
    body: await readFile(manifestSchemaFile, 'utf8'),
  });

const docs = async (request: OpenRequest): Promise<HttpResponse> => {
  const { renderPage } = (await import(pageModule.href)) as { renderPage: RenderPage };
  return cacheable(request, 'text/html', {
    statusCode: 200,
    headers: { 'content-security-policy': policy, 'x-content-type-options': 'nosniff' },
    body: renderPage(await documentFor(request)),
  });
};

/** What the API takes and answers, for programs and for people. None of it needs a key. */
export const documentationHandlers = { openApi, docs, manifestSchema };
