import type { SchemaObject } from '../document.ts';
import { htmlCode, escapedHtml, inline } from './html.ts';
import { limitWords, schemaName, typeWords } from './schema-words.ts';

/** How many levels of nested objects are shown; deeper ones have a name of their own. */
const depthMax = 4;

/** Lists parts of a value that have fields and no name under which they are shown elsewhere. */
const innerOf = (schema: SchemaObject): readonly SchemaObject[] => {
  if (schemaName(schema) !== undefined) return [];
  if (schema.properties !== undefined) return [schema];
  if (schema.items !== undefined) return innerOf(schema.items);
  return (schema.anyOf ?? schema.oneOf ?? []).flatMap((each) => innerOf(each));
};

interface Field {
  readonly name: string;
  readonly schema: SchemaObject;
  readonly required: boolean;
  readonly description: string;
}

const renderField = ({ name, schema, required, description }: Field, depth: number): string => {
  const facts = [
    typeWords(schema),
    ...limitWords(schema),
    ...(schema.default === undefined ? [] : [`default ${htmlCode(JSON.stringify(schema.default))}`]),
  ];
  const inner = depth >= depthMax ? [] : innerOf(schema);
  return (
    `<li><div class="name">` +
    `<code>${escapedHtml(name)}</code>${required ? ' <b class="required">required</b>' : ''} ` +
    `<span class="type">${facts.join(' · ')}</span></div>
${
  description === '' ? '' : `<div class="means">${inline(description)}</div>`
}${inner.map((each) => renderFields(each, depth + 1)).join('')}</li>`
  );
};

/** Renders the fields of an object, with their own fields. */
export const renderFields = (schema: SchemaObject, depth = 0): string => {
  const fields = Object.entries(schema.properties ?? {}).map(([name, each]) =>
    renderField(
      {
        name,
        schema: each,
        required: schema.required?.includes(name) === true,
        description: each.description ?? '',
      },
      depth,
    ),
  );
  return fields.length === 0 ? '' : `<ul class="fields">${fields.join('\n')}</ul>`;
};

/** Parameters of a request, as fields. */
export const renderParameters = (
  parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly description: string;
    readonly schema: SchemaObject;
  }[],
): string =>
  `<ul class="fields">${parameters
    .map((each) =>
      renderField({ ...each, name: each.in === 'path' ? `{${each.name}}` : each.name }, depthMax),
    )
    .join('\n')}</ul>`;

/** Renders a schema with all its content: the fields of an object, or those of each variant of a value. */
export const renderSchema = (schema: SchemaObject): string => {
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants === undefined) return renderFields(schema);
  return variants
    .map((each) => {
      const fields = renderFields(each);
      const means = each.description === undefined ? '' : ` ${inline(each.description)}`;
      const kind = fields === '' ? `<p>${typeWords(each)}.${means}</p>` : '';
      const title = kindOf(each);
      return `<div class="variant">${title}${kind}${fields}</div>`;
    })
    .join('\n');
};

const kindOf = ({ properties }: SchemaObject): string => {
  const kind = properties?.['type']?.const;
  return kind === undefined ? '' : `<h4>${htmlCode(kind)}</h4>`;
};
