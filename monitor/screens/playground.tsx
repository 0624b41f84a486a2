import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { apiBase, askApi } from '../api.ts';
import { Heading, Loading, Part, Refusal } from '../parts.tsx';
import { AnswerView, type Answer } from '../play/answer.tsx';
import { makePrograms } from '../play/code.ts';
import { playOperations, useOperation, type PlayOperation, type OperationName } from '../play/description.ts';
import { Price } from '../play/price.tsx';
import { SchemaForm, type Body } from '../play/schema-form.tsx';
import { Tabs } from '../tabs.tsx';
import { isPlainObject } from '../../lib/plain-object.ts';

/** Returns the body in an address of the playground, with which a request can be shared; null if there is none. */
const bodyIn = (search: string): Body | null => {
  try {
    const body: unknown = JSON.parse(new URLSearchParams(search).get('body') ?? 'null');
    return isPlainObject(body) ? body : null;
  } catch {
    return null;
  }
};

/** The body as JSON, which can also be typed; it takes effect once it is an object. */
const BodyText = ({
  body,
  onChange,
}: {
  readonly body: Body;
  readonly onChange: (body: Body) => void;
}): ReactNode => {
  const [typed, setTyped] = useState<{ readonly text: string; readonly problem: string } | null>(null);
  const take = (text: string): void => {
    try {
      const value: unknown = JSON.parse(text);
      if (!isPlainObject(value)) throw new Error('the body is a JSON object: {"url": "https://…"}');
      onChange(value);
      setTyped({ text, problem: '' });
    } catch (error) {
      setTyped({ text, problem: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <div className="field">
      <label htmlFor="body">Body, as JSON</label>
      <textarea
        id="body"
        className="code-text"
        rows={14}
        spellCheck={false}
        value={typed?.text ?? JSON.stringify(body, null, 2)}
        onChange={(event) => take(event.target.value)}
        onBlur={() => typed?.problem === '' && setTyped(null)}
        aria-invalid={typed !== null && typed.problem !== ''}
      />
      {typed !== null && typed.problem !== '' && (
        <span className="problem" role="alert">
          Not sent like this: {typed.problem}
        </span>
      )}
    </div>
  );
};

const Play = ({
  name,
  operation,
}: {
  readonly name: OperationName;
  readonly operation: PlayOperation;
}): ReactNode => {
  const [, navigate] = useLocation();
  const search = useSearch();
  const [body, setBody] = useState<Body>(() => bodyIn(search) ?? operation.example);
  const { path } = playOperations[name];
  const change = (next: Body): void => {
    setBody(next);
    navigate(`/play/${name}?${new URLSearchParams({ body: JSON.stringify(next) })}`, { replace: true });
  };
  const send = useMutation({ mutationFn: () => askApi<Answer>(path, { method: 'POST', body }) });
  const programs = makePrograms({ url: `${apiBase()}${path}`, body });
  return (
    <>
      <p className="note">{operation.summary}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate();
        }}
      >
        <div className="columns">
          <div>
            <SchemaForm operation={operation} body={body} onChange={change} />
          </div>
          <BodyText body={body} onChange={change} />
        </div>
        <div className="filters">
          <button className="primary" disabled={send.isPending}>
            {send.isPending ? 'Waiting for the answer …' : `Send the ${name}`}
          </button>
          <Price name={name} body={body} limitUsual={Number(operation.fields['limit']?.default ?? 1)} />
        </div>
      </form>
      {send.isError && <Refusal error={send.error} />}
      {send.data !== undefined && <AnswerView name={name} answer={send.data} />}
      <Part title="The same request from a program">
        <Tabs
          label="Languages"
          views={Object.entries(programs).map(([language, text]) => ({
            name: language,
            show: () => <pre>{text}</pre>,
          }))}
        />
      </Part>
    </>
  );
};

/** A form for a request, its estimate and its answer, and programs that send the same. */
export const PlaygroundScreen = ({ name }: { readonly name: OperationName }): ReactNode => {
  const query = useOperation(name);
  return (
    <>
      <Heading>Playground</Heading>
      <nav className="choices" aria-label="Requests">
        {Object.keys(playOperations).map((each) => (
          <Link key={each} href={`/play/${each}`} aria-current={each === name ? 'page' : undefined}>
            {each}
          </Link>
        ))}
      </nav>
      {query.isPending && <Loading what="what the API takes" />}
      {query.isError && <Refusal error={query.error} again={() => void query.refetch()} />}
      {query.data !== undefined && <Play key={name} name={name} operation={query.data} />}
    </>
  );
};
