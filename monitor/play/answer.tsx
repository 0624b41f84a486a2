import type { ReactNode } from 'react';
import { DocumentView, type PageDocument } from '../document-view.tsx';
import { JobLink, Part } from '../parts.tsx';
import type { OperationName } from './description.ts';

/** A URL that was found, and its description. */
interface Result {
  readonly url: string;
  readonly title?: string;
  readonly description?: string;
  /** For news, in place of a description. */
  readonly snippet?: string;
  readonly date?: string;
  readonly imageUrl?: string;
}

/** The parts of an answer to a request of the playground that are shown. */
export interface Answer {
  readonly id?: string;
  readonly data?: PageDocument & {
    readonly web?: readonly Result[];
    readonly news?: readonly Result[];
    readonly images?: readonly Result[];
  };
  readonly links?: readonly Result[];
  readonly warning?: string;
}

const Results = ({ results }: { readonly results: readonly Result[] }): ReactNode =>
  results.length === 0 ? (
    <p>Nothing was found.</p>
  ) : (
    <ol className="results">
      {results.map(({ url, title, description, snippet, date, imageUrl }) => (
        <li key={`${url} ${imageUrl ?? ''}`}>
          {title !== undefined && <strong>{title}</strong>} <span className="url">{url}</span>
          {date !== undefined && <span className="title">{date}</span>}
          {imageUrl !== undefined && <span className="title url">picture: {imageUrl}</span>}
          {(description ?? snippet) !== undefined && <p>{description ?? snippet}</p>}
        </li>
      ))}
    </ol>
  );

/** The results of a search, by source; with a heading over each if there are several. */
const Found = ({ data }: { readonly data: NonNullable<Answer['data']> }): ReactNode => {
  const found = (['web', 'news', 'images'] as const).flatMap((source) => {
    const results = data[source];
    return results === undefined ? [] : [{ source, results }];
  });
  if (found.length <= 1) return <Results results={found[0]?.results ?? []} />;
  return found.map(({ source, results }) => (
    <section key={source}>
      <h3>{source}</h3>
      <Results results={results} />
    </section>
  ));
};

/** An answer in its own form: a page, a started job, a list of URLs, results of a search. */
export const AnswerView = ({
  name,
  answer,
}: {
  readonly name: OperationName;
  readonly answer: Answer;
}): ReactNode => (
  <Part title="Answer">
    {answer.warning !== undefined && <p className="warning">{answer.warning}</p>}
    {name === 'scrape' && answer.data !== undefined && <DocumentView page={answer.data} />}
    {(name === 'crawl' || name === 'extract') && answer.id !== undefined && (
      <p>
        It has begun: <JobLink id={answer.id}>watch it</JobLink>
      </p>
    )}
    {name === 'map' && <Results results={answer.links ?? []} />}
    {name === 'search' && answer.data !== undefined && <Found data={answer.data} />}
  </Part>
);
