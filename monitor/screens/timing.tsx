import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { PageLine } from '../../lib/steps/api/page-line.ts';
import { askApi } from '../api.ts';
import { formatCount, formatDuration, formatNumberOf } from '../format.ts';
import { Choice, Facts, Heading, JobLink, Part, Shown, Time } from '../parts.tsx';
import { makeDurationBuckets, quantile } from '../plots/histogram.ts';
import { chooseLength, countOverTime } from '../plots/over-time.ts';
import { StackedBars } from '../plots/stacked-bars.tsx';
import { toQuery } from '../use-answer.ts';

/** Most pages in the plots: ten answers of the list. If there are more, the first ones in the list. */
const [pagesMax, perPart, columnsMax] = [5_000, 500, 60] as const;

interface Ended {
  readonly pages: readonly PageLine[];
  readonly isWhole: boolean;
}

const readEnded = async (id: string, signal: AbortSignal): Promise<Ended> => {
  const pages: PageLine[] = [];
  let cursor: string | null = '';
  while (cursor !== null && pages.length < pagesMax) {
    const query: string = toQuery({ state: 'done,failed,blocked', limit: String(perPart), cursor });
    const part: { readonly pages: readonly PageLine[]; readonly cursor: string | null } = await askApi(
      `/v2/jobs/${id}/pages${query}`,
      { signal },
    );
    pages.push(...part.pages);
    cursor = part.cursor;
  }
  return { pages, isWhole: cursor === null };
};

const hostOf = ({ url }: PageLine): string => URL.parse(url)?.host ?? '';

/** Tones by series: success is green, failure is red. */
const tonesOf: Readonly<Record<string, number>> = { http: 0, browser: 1, failed: 2, blocked: 3, api: 4 };

const Rate = ({ pages }: { readonly pages: readonly PageLine[] }): ReactNode => {
  const events = pages.flatMap(({ finishedAt, tier, state }) =>
    finishedAt === undefined
      ? []
      : [{ at: Date.parse(finishedAt), series: state === 'done' ? (tier ?? 'no tier') : state }],
  );
  const found = [...new Set(events.map((event) => event.series))].toSorted();
  // Tiers come first, with pages without content on top of them.
  const series = found.toSorted(
    (a, b) => Number(/failed|blocked/.test(a)) - Number(/failed|blocked/.test(b)),
  );
  const ats = events.map(({ at }) => at);
  const span =
    ats.reduce((most, at) => Math.max(most, at), 0) - ats.reduce((a, b) => Math.min(a, b), Infinity);
  const length = chooseLength(Math.max(0, span), columnsMax);
  const columns = countOverTime(events, series, length, (at) => <Time at={new Date(at).toISOString()} />);
  return (
    <StackedBars
      title={`Pages that ended, in columns of ${formatDuration(length)}, by the tier that got them`}
      head="From"
      series={series}
      columns={columns}
      format={formatCount}
      tones={series.map((name) => tonesOf[name] ?? 5)}
    />
  );
};

const Responses = ({ pages }: { readonly pages: readonly PageLine[] }): ReactNode => {
  const hosts = [...new Set(pages.map(hostOf))].toSorted();
  const [chosen, choose] = useState('');
  const times = pages.flatMap((page) =>
    page.ms === undefined || (chosen !== '' && hostOf(page) !== chosen) ? [] : [page.ms],
  );
  if (pages.every(({ ms }) => ms === undefined)) return <p>No page was answered.</p>;
  return (
    <>
      {hosts.length > 1 && (
        <div className="filters">
          <Choice label="Host" values={['', ...hosts]} value={chosen} onChoose={choose} />
        </div>
      )}
      <Facts
        facts={[
          ['Half answered within', formatDuration(quantile(times, 0.5))],
          ['Nine of ten within', formatDuration(quantile(times, 0.9))],
          ['The slowest', formatDuration(quantile(times, 1))],
        ]}
      />
      <StackedBars
        title={`How long ${chosen === '' && hosts.length > 1 ? 'the hosts' : chosen || hosts[0]} took to answer`}
        head="Within"
        series={['pages']}
        columns={makeDurationBuckets(times).map(({ from, to, count }) => ({
          key: String(from),
          label: `${from} to ${to} ms`,
          values: [count],
        }))}
        format={formatCount}
      />
    </>
  );
};

/** When the pages of a job ended, by tier, and how long their hosts took to answer. */
export const TimingScreen = ({ id }: { readonly id: string }): ReactNode => {
  const query = useQuery({
    queryKey: ['answer', 'timing', id],
    queryFn: ({ signal }) => readEnded(id, signal),
    staleTime: 15_000,
  });
  return (
    <>
      <Heading>Pace and response times</Heading>
      <p>
        <JobLink id={id}>The job</JobLink>
      </p>
      <Shown query={query} what="the pages that have ended">
        {({ pages, isWhole }) =>
          pages.length === 0 ? (
            <p>No page has ended yet.</p>
          ) : (
            <>
              <p className="note">
                {isWhole
                  ? `From all ${formatNumberOf(pages.length, 'page')} that ended with or without content.`
                  : `From the first ${formatCount(pages.length)} pages of the list, not all.`}
              </p>
              <Part title="When pages ended">
                <Rate pages={pages} />
              </Part>
              <Part title="How long hosts took">
                <Responses pages={pages} />
              </Part>
            </>
          )
        }
      </Shown>
    </>
  );
};
