import type { ReactNode } from 'react';
import { DocumentView, type PageDocument } from '../document-view.tsx';
import { JobLink, Part } from '../parts.tsx';
import type { OperationName } from './description.ts';

/** What the API answers a request of the playground, as far as it is shown. */
export interface Answer {
  readonly id?: string;
  readonly data?: PageDocument & {
    readonly web?: readonly {
      readonly url: string;
      readonly title?: string;
      readonly description?: string;
    }[];
  };
  readonly links?: readonly { readonly url: string; readonly title?: string }[];
  readonly warning?: string;
}

const Results = ({
  results,
}: {
  readonly results: readonly {
    readonly url: string;
    readonly title?: string;
    readonly description?: string;
  }[];
}): ReactNode =>
  results.length === 0 ? (
    <p>Nothing was found.</p>
  ) : (
    <ol className="results">
      {results.map(({ url, title, description }) => (
        <li key={url}>
          {title !== undefined && <strong>{title}</strong>} <span className="url">{url}</span>
          {description !== undefined && <p>{description}</p>}
        </li>
      ))}
    </ol>
  );

/** An answer, shown as what it is: a page, a job that has begun, a list of URLs, results of a search. */
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
    {name === 'search' && <Results results={answer.data?.web ?? []} />}
  </Part>
);
