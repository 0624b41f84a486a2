import { useState, type ReactNode } from 'react';
import type { FieldSchema, PlayOperation } from './description.ts';

export type Body = Readonly<Record<string, unknown>>;

/** A description, in which names stand between backticks. */
const Words = ({ text }: { readonly text: string }): ReactNode =>
  text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));

/** Returns the names that an array may hold; null for an array of other values. */
const namesOf = ({ items }: FieldSchema): readonly string[] | null =>
  items?.enum ?? items?.anyOf?.find((each) => each.enum !== undefined)?.enum ?? null;

interface FieldProps {
  readonly id: string;
  readonly schema: FieldSchema;
  readonly value: unknown;
  /** Gets undefined if the field has to be left out of the request. */
  readonly onChange: (value: unknown) => void;
}

/** A field without a control of its own: its value as JSON, which takes effect once it is valid. */
const JsonField = ({ id, value, onChange }: FieldProps): ReactNode => {
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value));
  const [problem, setProblem] = useState('');
  const take = (typed: string): void => {
    setText(typed);
    try {
      onChange(typed.trim() === '' ? undefined : JSON.parse(typed));
      setProblem('');
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <>
      <textarea
        id={id}
        rows={2}
        value={text}
        aria-invalid={problem !== ''}
        placeholder="JSON"
        onChange={(event) => take(event.target.value)}
      />
      {problem !== '' && (
        <span className="problem" role="alert">
          Not JSON: {problem}
        </span>
      )}
    </>
  );
};

/** Returns the text for a simple value in a form. */
const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const Control = (props: FieldProps): ReactNode => {
  const { id, schema, value, onChange } = props;
  const { type, default: usual } = schema;
  const names = type === 'array' ? namesOf(schema) : null;
  if (type === 'boolean')
    return (
      <input
        id={id}
        type="checkbox"
        checked={Boolean(value ?? usual ?? false)}
        onChange={({ target }) => onChange(target.checked === (usual ?? false) ? undefined : target.checked)}
      />
    );
  if (schema.enum !== undefined)
    return (
      <select
        id={id}
        value={asText(value ?? usual)}
        onChange={({ target }) => onChange(target.value || undefined)}
      >
        {usual === undefined && <option value="">as usual</option>}
        {schema.enum.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    );
  if (type === 'integer' || type === 'number')
    return (
      <input
        id={id}
        type="number"
        min={schema.minimum}
        max={schema.maximum}
        step={type === 'integer' ? 1 : 'any'}
        placeholder={asText(usual)}
        value={typeof value === 'number' ? value : ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
      />
    );
  if (type === 'string')
    return (
      <input
        id={id}
        type="text"
        placeholder={asText(usual)}
        value={typeof value === 'string' ? value : ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      />
    );
  if (names !== null) {
    const given = Array.isArray(value ?? usual) ? ((value ?? usual) as readonly unknown[]) : [];
    return (
      <span className="names" id={id} role="group">
        {names.map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={given.includes(name)}
              onChange={({ target }) => {
                const next = target.checked ? [...given, name] : given.filter((each) => each !== name);
                onChange(next.length === 0 ? undefined : next);
              }}
            />{' '}
            {name}
          </label>
        ))}
      </span>
    );
  }
  if (type === 'array' && schema.items?.type === 'string')
    return (
      <textarea
        id={id}
        rows={2}
        placeholder="one a line"
        value={Array.isArray(value) ? value.join('\n') : ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value.split('\n'))}
      />
    );
  return <JsonField {...props} />;
};

const Row = ({ name, ...props }: FieldProps & { readonly name: string }): ReactNode => (
  <div className="field">
    <label htmlFor={props.id}>{name}</label>
    <Control {...props} />
    {props.schema.description !== undefined && (
      <small id={`${props.id}-words`}>
        <Words text={props.schema.description} />
      </small>
    )}
  </div>
);

/** A form for the body of an operation: required fields and those of its example first, all others under a fold. */
export const SchemaForm = ({
  operation,
  body,
  onChange,
}: {
  readonly operation: PlayOperation;
  readonly body: Body;
  readonly onChange: (body: Body) => void;
}): ReactNode => {
  const { fields, required, example } = operation;
  const row = ([name, schema]: readonly [string, FieldSchema]): ReactNode => (
    <Row
      key={name}
      id={`field-${name}`}
      name={required.includes(name) ? `${name} (needed)` : name}
      schema={schema}
      value={body[name]}
      onChange={(value) => {
        const { [name]: _before, ...others } = body;
        onChange(value === undefined ? others : { ...others, [name]: value });
      }}
    />
  );
  const isFirst = (name: string): boolean => required.includes(name) || name in example;
  const all = Object.entries(fields);
  return (
    <>
      {all.filter(([name]) => isFirst(name)).map(row)}
      <details>
        <summary>{all.filter(([name]) => !isFirst(name)).length} more options</summary>
        {all.filter(([name]) => !isFirst(name)).map(row)}
      </details>
    </>
  );
};
