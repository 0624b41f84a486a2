import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { askApi } from '../api.ts';
import { formatCount, formatDollars, formatDuration } from '../format.ts';
import { Facts, Refusal } from '../parts.tsx';
import { playOperations, type OperationName } from './description.ts';
import type { Body } from './schema-form.tsx';

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

/** A scrape is estimated as a batch of its one page. */
const toEstimateBody = (name: OperationName, body: Body): Body => {
  if (name !== 'scrape') return body;
  const { url, timeout: _timeout, ...options } = body;
  return { ...options, urls: [url] };
};

/** What a request would take, asked for before it is sent. */
export const Price = ({ name, body }: { readonly name: OperationName; readonly body: Body }): ReactNode => {
  const path = playOperations[name].estimate;
  const estimate = useMutation({
    mutationFn: () => askApi<Estimate>(path ?? '', { method: 'POST', body: toEstimateBody(name, body) }),
  });
  if (path === null)
    return <p className="note">Its price is not told beforehand; what it took is told with its answer.</p>;
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
