import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { askApi } from '../api.ts';
import { formatCount, formatDollars, formatDuration, formatNumberOf } from '../format.ts';
import { Facts, Refusal } from '../parts.tsx';
import { playOperations, type OperationName } from './description.ts';
import type { Body } from './schema-form.tsx';
import { isPlainObject } from '../../lib/plain-object.ts';

interface Estimate {
  readonly basis: 'sitemap' | 'links' | 'urls';
  readonly pages: { readonly known: number; readonly blocked: number; readonly atMost: number };
  readonly requests: { readonly total: number };
  readonly seconds: number;
  readonly tokens: { readonly input: number; readonly output: number };
  readonly cost: { readonly total: number | null };
}

const bases = {
  sitemap: 'the pages that its sitemaps name',
  links: 'the pages that its first page links to',
  urls: 'the pages of the request',
} as const;

/**
 * Returns the most that a request without an estimate may take: the answer of a site or an engine is not known before.
 */
const boundOf = (name: OperationName, body: Body, limitUsual: number): string => {
  const { limit, sources, scrapeOptions } = body;
  if (name === 'map')
    return 'It takes one page and the sitemaps of its site, as many as they are, and no model: no estimate is made.';
  const asked = Array.isArray(sources) ? Math.max(1, sources.length) : 1;
  const formats = isPlainObject(scrapeOptions) ? scrapeOptions['formats'] : undefined;
  if (formats === undefined || (Array.isArray(formats) && formats.length === 0))
    return 'It takes one request to the search engine or the corpus for each source, and fetches no page.';
  const pages = asked * (typeof limit === 'number' ? limit : limitUsual);
  const most = formatNumberOf(pages, 'page');
  return `It scrapes what it finds, ${most} at most: no estimate is made before they are known.`;
};

/** Returns the body for an estimate: a scrape is estimated as a batch of its one page. */
const toEstimateBody = (name: OperationName, body: Body): Body => {
  if (name !== 'scrape') return body;
  const { url, timeout: _timeout, ...options } = body;
  return { ...options, urls: [url] };
};

/** What a request would take, estimated before it is sent. */
export const Price = ({
  name,
  body,
  limitUsual,
}: {
  readonly name: OperationName;
  readonly body: Body;
  /** The `limit` if none is given. */
  readonly limitUsual: number;
}): ReactNode => {
  const path = playOperations[name].estimate;
  const estimate = useMutation({
    mutationFn: () => askApi<Estimate>(path ?? '', { method: 'POST', body: toEstimateBody(name, body) }),
  });
  if (path === null) return <p className="note">{boundOf(name, body, limitUsual)}</p>;
  const { data } = estimate;
  return (
    <div aria-live="polite">
      <button type="button" onClick={() => estimate.mutate()} disabled={estimate.isPending}>
        {estimate.isPending ? 'Looking …' : 'What would it take?'}
      </button>
      {estimate.isError && <Refusal error={estimate.error} />}
      {data !== undefined && !estimate.isPending && (
        <Facts
          facts={[
            ['Counted', bases[data.basis]],
            ['Pages', formatCount(data.pages.known)],
            ['May become', data.pages.atMost > data.pages.known ? formatCount(data.pages.atMost) : undefined],
            ['Forbidden by robots.txt', data.pages.blocked > 0 ? formatCount(data.pages.blocked) : undefined],
            ['Requests', formatCount(data.requests.total)],
            ['Time', formatDuration(data.seconds * 1_000)],
            [
              'Tokens',
              data.tokens.input > 0
                ? `${formatCount(data.tokens.input)} in, ${formatCount(data.tokens.output)} out`
                : undefined,
            ],
            ['Cost', formatDollars(data.cost.total)],
          ]}
        />
      )}
    </div>
  );
};
