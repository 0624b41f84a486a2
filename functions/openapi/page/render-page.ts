import type { OpenApiDocument, SchemaObject } from '../document.ts';
import { htmlCode, escapedHtml, inline, htmlParagraphs } from './html.ts';
import { renderSchema } from './render-fields.ts';
import { renderEvent, renderOperation, type Placed } from './render-operation.ts';
import { schemaName } from './schema-words.ts';
import { style } from './style.ts';

const placedOf = ({ paths }: OpenApiDocument): Placed[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );

const slug = (name: string): string => `chapter-${name.toLowerCase().replaceAll(/\W+/g, '-')}`;

const navigation = (document: OpenApiDocument, placed: readonly Placed[]): string => {
  const chapters = document.tags.map(({ name }) => {
    const here = placed.filter(({ operation }) => operation.tags.includes(name));
    const links = here.map(
      ({ method, path, operation }) =>
        `<li><a href="#${escapedHtml(operation.operationId)}">` +
        `<b class="method ${escapedHtml(method)}">${escapedHtml(method.toUpperCase())}</b> ` +
        `<span>${escapedHtml(path).replaceAll('/', '/<wbr>')}</span></a></li>`,
    );
    return `<li><a href="#${slug(name)}">${escapedHtml(name)}</a><ul>${links.join('')}</ul></li>`;
  });
  return (
    `<ul><li><a href="#keys">Keys</a></li>${chapters.join('\n')}<li><a href="#types">Types</a></li><li>` +
    `<a href="#codes">Failure codes</a></li></ul>`
  );
};

const chapters = (document: OpenApiDocument, placed: readonly Placed[]): string =>
  document.tags
    .map(({ name, description }) => {
      const here = placed.filter(({ operation }) => operation.tags.includes(name));
      const events = Object.entries(document.webhooks)
        .flatMap(([event, item]) => Object.values(item).map((operation) => ({ event, operation })))
        .filter(({ operation }) => operation.tags.includes(name));
      return `<h2 id="${slug(name)}">${escapedHtml(name)}</h2>
<p>${inline(description)}</p>
${here.map((each) => renderOperation(each, document)).join('\n')}
${events.map(({ event, operation }) => renderEvent(event, operation, document)).join('\n')}`;
    })
    .join('\n');

/** Renders the meaning of each value of a schema: rows to which others link. */
const meaningsOf = (name: string, { 'x-enumDescriptions': texts }: SchemaObject): string => {
  if (texts === undefined) return '';
  const rows = Object.entries(texts).map(
    ([value, text]) =>
      `<tr id="${escapedHtml(name)}-${escapedHtml(value)}">` +
      `<th scope="row">${htmlCode(value)}</th><td>${inline(text)}</td></tr>`,
  );
  return `<table class="codes">${rows.join('\n')}</table>`;
};

/** Renders named schemas, except those that are shown in full as the body of the only request that uses them. */
const typesOf = (document: OpenApiDocument, placed: readonly Placed[]): string => {
  const bodies = new Set(
    placed.flatMap(({ operation }) =>
      Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schemaName(schema)),
    ),
  );
  return Object.entries(document.components.schemas)
    .filter(([name]) => !bodies.has(name) && name !== 'Error')
    .map(
      ([name, schema]) =>
        `<section class="type" id="type-${escapedHtml(name)}">` +
        `<h3>${escapedHtml(name)}</h3>${htmlParagraphs(schema.description)}${renderSchema(schema)}` +
        `${meaningsOf(name, schema)}</section>`,
    )
    .join('\n');
};

const codesOf = (document: OpenApiDocument): string => {
  const error: SchemaObject = document.components.schemas['Error'] ?? {};
  const texts = error.properties?.['code']?.['x-enumDescriptions'] ?? {};
  const { code: named, ...others } = error.properties ?? {};
  const codes: SchemaObject = {
    type: 'string',
    description: `${named?.description ?? ''} One of those below.`,
  };
  const shape = renderSchema({ ...error, properties: { code: codes, ...others } });
  return (
    `${htmlParagraphs(error.description)}<section class="type" id="type-Error">${shape}</section>` +
    meaningsOf('code', { 'x-enumDescriptions': texts })
  );
};

export type RenderPage = (document: OpenApiDocument) => string;

/** Renders the document as one page of HTML, without scripts and without anything loaded from elsewhere. */
export const renderPage: RenderPage = (document) => {
  const { info, servers } = document;
  const placed = placedOf(document);
  const url = servers[0]?.url ?? '';
  const links = navigation(document, placed);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapedHtml(info.title)} API</title>
<style>${style}</style>
</head>
<body>
<nav aria-label="Contents"><div class="wide"><a class="brand" href="#top">${escapedHtml(info.title)}</a>${links}</div>
<details class="narrow"><summary>Contents</summary>${links}</details></nav>
<main id="top">
<h1>${escapedHtml(info.title)} <small>${escapedHtml(info.version)}</small></h1>
<p class="lead">${inline(info.summary)}. <a href="openapi.json">openapi.json</a></p>
${htmlParagraphs(info.description)}
<h2 id="keys">Keys</h2>
<p>The examples read where the API is and your key from the environment:</p>
<pre><code>export GLEANER_URL=${escapedHtml(url)}
export GLEANER_KEY='fc-…'</code></pre>
${chapters(document, placed)}
<h2 id="types">Types</h2>
${typesOf(document, placed)}
<h2 id="codes">Failure codes</h2>
${codesOf(document)}
</main>
</body>
</html>
`;
};
