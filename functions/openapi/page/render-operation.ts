import type { OpenApiDocument, OperationObject, SchemaObject } from '../document.ts';
import { htmlCode, escapedHtml, inline, htmlParagraphs } from './html.ts';
import { renderParameters, renderSchema } from './render-fields.ts';
import { schemaName, typeWords } from './schema-words.ts';

/** An operation with its method and path. */
export interface Placed {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
}

const places = { path: 'In the path', query: 'Query', header: 'Headers' } as const;

const parametersOf = ({ parameters = [] }: OperationObject): string =>
  (['path', 'query', 'header'] as const)
    .map((place) => {
      const here = parameters.filter((each) => each.in === place);
      return here.length === 0 ? '' : `<h4>${places[place]}</h4>${renderParameters(here)}`;
    })
    .join('\n');

/** Returns the schema itself, or the one to which it refers. */
const resolved = (schema: SchemaObject, { components }: OpenApiDocument): SchemaObject =>
  components.schemas[schemaName(schema) ?? ''] ?? schema;

const bodyOf = ({ requestBody }: OperationObject, document: OpenApiDocument): string => {
  if (requestBody === undefined) return '';
  const [[type, { schema }] = ['', { schema: {} }]] = Object.entries(requestBody.content);
  const may = requestBody.required ? '' : ', which may be left out';
  return `<h4>Body <small>${escapedHtml(type)}${may}</small></h4>${renderSchema(resolved(schema, document))}`;
};

const answerOf = ({ responses }: OperationObject, document: OpenApiDocument): string => {
  const [[type, { schema }] = ['', { schema: {} as SchemaObject }]] = Object.entries(
    responses['200']?.content ?? {},
  );
  const whole = resolved(schema, document);
  const fields = renderSchema(whole);
  if (fields === '' || whole.anyOf !== undefined) {
    const words = typeWords(schema);
    return `<h4>Answer <small>200</small></h4><p>${words === 'string' ? escapedHtml(type) : words}</p>`;
  }
  const name = schemaName(schema);
  return (
    `<details><summary><h4>Answer <small>200</small>` +
    `</h4>${name === undefined ? '' : ` ${escapedHtml(name)}`}</summary>${fields}</details>`
  );
};

const errorsOf = ({ responses }: OperationObject): string => {
  const rows = Object.entries(responses)
    .filter(([, { 'x-codes': codes }]) => codes !== undefined)
    .map(([status, { 'x-codes': codes = [] }]) => {
      const links = codes
        .map((each) => `<a href="#code-${escapedHtml(each)}">${htmlCode(each)}</a>`)
        .join(' ');
      return `<tr><th scope="row">${escapedHtml(status)}</th><td>${links}</td></tr>`;
    });
  return `<details><summary><h4>Errors</h4></summary><table>${rows.join('\n')}</table></details>`;
};

/** Renders one operation with all its details. */
export const renderOperation = ({ method, path, operation }: Placed, document: OpenApiDocument): string => {
  const { operationId, summary, description, 'x-codeSamples': [sample] = [] } = operation;
  const [scope] = operation.security?.[0]?.['key'] ?? [];
  const needs = scope === undefined ? 'needs no key' : `needs a key with the scope ${escapedHtml(scope)}`;
  return (
    `<section class="operation" id="${escapedHtml(operationId)}">
<h3><a href="#${escapedHtml(operationId)}">${inline(summary)}</a></h3>
<p class="route"><b class="method ${escapedHtml(method)}">${escapedHtml(method.toUpperCase())}</b> ` +
    `<code>${escapedHtml(path)}</code> <small>${needs}</small></p>
${htmlParagraphs(description)}
${sample === undefined ? '' : `<pre><code>${escapedHtml(sample.source)}</code></pre>`}
${parametersOf(operation)}
${bodyOf(operation, document)}
${answerOf(operation, document)}
${errorsOf(operation)}
</section>`
  );
};

/** Renders an event that is posted to the caller. */
export const renderEvent = (name: string, operation: OperationObject, document: OpenApiDocument): string =>
  `<section class="operation" id="${escapedHtml(operation.operationId)}">
<h3><a href="#${escapedHtml(operation.operationId)}">${inline(operation.summary)}</a></h3>
<p class="route"><b class="method event">event</b> <code>${escapedHtml(name)}</code></p>
${htmlParagraphs(operation.description)}
${parametersOf(operation)}
${bodyOf(operation, document)}
</section>`;
