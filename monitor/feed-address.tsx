import type { ReactNode } from 'react';
import { askApi } from './api.ts';
import { Part, Refusal, Time } from './parts.tsx';
import { useAct } from './use-answer.ts';

/** POST /v2/changes/feed. */
interface FeedMade {
  readonly url: string;
  readonly expiresAt: string;
}

/** Makes an address for a feed reader, for the changes that are shown. */
export const FeedAddress = ({
  source,
  kind,
}: {
  readonly source: string;
  readonly kind: string;
}): ReactNode => {
  const make = useAct(() => askApi<FeedMade>('/v2/changes/feed', { method: 'POST' }));
  const filtered = (url: string): string => {
    const address = new URL(url);
    for (const [name, value] of Object.entries({ source, kind }))
      if (value !== '') address.searchParams.set(name, value);
    return address.href;
  };
  return (
    <Part title="As a feed">
      <p>
        A reader of feeds (Atom) shows the changes that are chosen above. Its address holds a token that reads
        this feed and nothing else.
      </p>
      <button onClick={() => make.mutate()} disabled={make.isPending}>
        Make an address
      </button>
      {make.isError && <Refusal error={make.error} />}
      {make.data !== undefined && (
        <div className="field" role="status">
          <label htmlFor="feed-address">Address of the feed</label>
          <input
            id="feed-address"
            type="text"
            readOnly
            value={filtered(make.data.url)}
            onFocus={(event) => event.target.select()}
          />
          <small>
            It holds until <Time at={make.data.expiresAt} />, when this session ends, or until its key is
            revoked. Whoever has it reads the changes. An address that <code>POST /v2/changes/feed</code>{' '}
            makes with an API key holds for a year.
          </small>
        </div>
      )}
    </Part>
  );
};
