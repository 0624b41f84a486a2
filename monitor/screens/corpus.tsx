import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { useQuery } from '@tanstack/react-query';
import { ApiRefusal, askApi } from '../api.ts';
import { formatCount, formatNumberOf } from '../format.ts';
import { Choice, Facts, Heading, Shown, Time } from '../parts.tsx';
import { useAnswer } from '../use-answer.ts';

type Range = readonly [from: number, to: number];

interface Hit {
  readonly passage_id: string;
  readonly url: string;
  readonly title: string;
  readonly section_path: readonly string[];
  readonly text: string;
  readonly highlights: readonly Range[];
  readonly score: number;
  readonly scores: { readonly lexical: number | null; readonly vector: number | null };
  readonly seen_at: string;
  readonly since: string;
}

interface Stats {
  readonly pages: number;
  readonly passages: number;
  readonly full: boolean;
  readonly embeddedPassages: number;
  readonly embedder: string | null;
  readonly newest: string | null;
}

const modes = ['auto', 'lexical', 'vector', 'hybrid'] as const;

/** A text in which the searched words are marked. */
const Marked = ({
  text,
  ranges,
}: {
  readonly text: string;
  readonly ranges: readonly Range[];
}): ReactNode => (
  <>
    {ranges.map(([from, to], index) => (
      <span key={from}>
        {text.slice(ranges[index - 1]?.[1] ?? 0, from)}
        <mark>{text.slice(from, to)}</mark>
      </span>
    ))}
    {text.slice(ranges.at(-1)?.[1] ?? 0)}
  </>
);

const whyFound = ({ score, scores: { lexical, vector } }: Hit): string =>
  [
    `score ${score.toFixed(3)}`,
    lexical === null ? null : `words ${lexical.toFixed(2)}`,
    vector === null ? null : `meaning ${vector.toFixed(2)}`,
  ]
    .filter((each) => each !== null)
    .join(', ');

const Hits = ({ hits }: { readonly hits: readonly Hit[] }): ReactNode =>
  hits.length === 0 ? (
    <p>Nothing was found.</p>
  ) : (
    <ol className="results">
      {hits.map((hit) => (
        <li key={hit.passage_id}>
          <strong>{hit.title}</strong> <span className="url">{hit.url}</span>
          {hit.section_path.length > 0 && <span className="title">{hit.section_path.join(' › ')}</span>}
          <p className="passage">
            <Marked text={hit.text} ranges={hit.highlights} />
          </p>
          <p className="note">
            {whyFound(hit)}; so since <Time at={hit.since} />, last seen <Time at={hit.seen_at} />
          </p>
        </li>
      ))}
    </ol>
  );

const About = ({ corpus }: { readonly corpus: string }): ReactNode => {
  const query = useAnswer<Stats>(`/v2/corpus/${corpus}/stats`);
  return (
    <Shown query={query} what="the corpus">
      {({ pages, passages, full, embedder, embeddedPassages, newest }) => (
        <Facts
          facts={[
            ['Pages', formatCount(pages)],
            [
              'Passages',
              full
                ? `${formatCount(passages)}, full: it may lack pages that came late`
                : formatCount(passages),
            ],
            ['With a vector', embedder === null ? null : `${formatCount(embeddedPassages)}, by ${embedder}`],
            ['Newest page', newest === null ? null : <Time key="n" at={newest} />],
          ]}
        />
      )}
    </Shown>
  );
};

const Search = ({ corpora }: { readonly corpora: readonly string[] }): ReactNode => {
  const [params, setParams] = useSearchParams();
  const given = (name: string): string => params.get(name) ?? '';
  const corpus = given('corpus') === '' ? (corpora[0] ?? '') : given('corpus');
  const asked = { query: given('q'), asOf: given('asOf'), site: given('site'), mode: given('mode') };
  const query = useQuery({
    queryKey: ['answer', 'search', corpus, asked],
    enabled: asked.query !== '',
    queryFn: ({ signal }) =>
      askApi<{ readonly data: readonly Hit[]; readonly warning?: string }>(`/v2/corpus/${corpus}/search`, {
        method: 'POST',
        signal,
        body: {
          query: asked.query,
          limit: 20,
          ...(asked.mode === '' ? {} : { mode: asked.mode }),
          ...(asked.asOf === '' ? {} : { asOf: asked.asOf }),
          ...(asked.site === '' ? {} : { filters: { site: asked.site } }),
        },
      }),
  });
  return (
    <>
      <About corpus={corpus} />
      <form
        key={params.toString()}
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const filled = [...form].flatMap(([name, value]) =>
            typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [],
          );
          setParams(new URLSearchParams([...filled, ['corpus', corpus]]));
        }}
      >
        <label>
          Look for <input name="q" defaultValue={asked.query} required size={32} />
        </label>
        <label>
          Site <input name="site" defaultValue={asked.site} size={16} />
        </label>
        <label>
          As it was on <input name="asOf" type="date" defaultValue={asked.asOf} />
        </label>
        <label>
          By{' '}
          <select name="mode" defaultValue={asked.mode === '' ? 'auto' : asked.mode}>
            {modes.map((mode) => (
              <option key={mode}>{mode}</option>
            ))}
          </select>
        </label>
        <button className="primary">Search</button>
        {corpora.length > 1 && (
          <Choice
            label="Corpus"
            values={corpora}
            value={corpus}
            onChoose={(name) => setParams(new URLSearchParams({ ...asked, q: asked.query, corpus: name }))}
          />
        )}
      </form>
      {asked.query !== '' && (
        <Shown query={query} what="what was found">
          {({ data, warning }) => (
            <>
              {warning !== undefined && <p className="warning">{warning}</p>}
              <p role="status" className="note">
                {formatNumberOf(data.length, 'passage')}, the best first
              </p>
              <Hits hits={data} />
            </>
          )}
        </Shown>
      )}
    </>
  );
};

/** Searches passages in the crawled pages, now or as they were on a day. */
export const CorpusScreen = (): ReactNode => {
  const query = useAnswer<{ readonly corpora: readonly { readonly name: string }[] }>('/v2/corpora');
  // Without a corpus there is no function that answers this.
  const isWithout =
    query.data?.corpora.length === 0 || (query.error instanceof ApiRefusal && query.error.status === 404);
  return (
    <>
      <Heading>Search what was crawled</Heading>
      {isWithout ? (
        <p>
          This deployment keeps no corpus, so nothing of what it crawls can be searched. The context value{' '}
          <code>corpus</code> of a deployment names one.
        </p>
      ) : (
        <Shown query={query} what="corpora">
          {({ corpora }) => <Search corpora={corpora.map(({ name }) => name)} />}
        </Shown>
      )}
    </>
  );
};
