import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { apiBase, askApi } from '../api.ts';
import { Facts, Part, Refusal } from '../parts.tsx';

interface Scraped {
  readonly data?: {
    readonly markdown?: string;
    readonly html?: string;
    readonly metadata?: Readonly<Record<string, unknown>>;
  };
}

/** HTML of a page in a frame that runs no script and asks no host: its address is a blob of this page's own. */
const HtmlFrame = ({ html }: { readonly html: string }): ReactNode => {
  const url = useMemo(() => {
    const guard = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`;
    return URL.createObjectURL(new Blob([guard, html], { type: 'text/html' }));
  }, [html]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return <iframe title="HTML of the page" sandbox="" src={url} />;
};

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const curlOf = (body: object): string =>
  `curl -s ${apiBase()}/v2/scrape \\\n  -H "Authorization: Bearer $GLEANER_KEY" -H 'Content-Type: application/json' \\\n  -d ${quoted(JSON.stringify(body))}`;

/** Type a URL, see what Gleaner makes of it, and how to ask for the same from a program. */
export const PlaygroundScreen = (): ReactNode => {
  const [url, setUrl] = useState('https://example.com/');
  const [onlyMainContent, setMain] = useState(true);
  const body = { url: url.trim(), formats: ['markdown', 'html'], onlyMainContent };
  const scrape = useMutation({
    mutationFn: () => askApi<Scraped>('/v2/scrape', { method: 'POST', body }),
  });
  const { markdown = '', html, metadata = {} } = scrape.data?.data ?? {};
  return (
    <>
      <h1>Playground</h1>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          scrape.mutate();
        }}
      >
        <label>
          URL{' '}
          <input type="url" required value={url} onChange={(event) => setUrl(event.target.value)} size={60} />
        </label>
        <label>
          <input
            type="checkbox"
            checked={onlyMainContent}
            onChange={(event) => setMain(event.target.checked)}
          />{' '}
          main content only
        </label>
        <button disabled={scrape.isPending}>{scrape.isPending ? 'Reading …' : 'Read the page'}</button>
      </form>
      {scrape.isError && <Refusal error={scrape.error} />}
      {scrape.data !== undefined && (
        <>
          <Part title="Markdown">
            <pre className="document" tabIndex={0}>
              {markdown}
            </pre>
          </Part>
          <Part title="Metadata">
            <Facts
              facts={Object.entries(metadata)
                .filter(([, value]) => typeof value !== 'object')
                .map(([name, value]) => [name, String(value)] as const)}
            />
          </Part>
          {html !== undefined && (
            <Part title="HTML, without its scripts and pictures">
              <HtmlFrame html={html} />
            </Part>
          )}
        </>
      )}
      <Part title="The same request from a program">
        <pre tabIndex={0}>{curlOf(body)}</pre>
      </Part>
    </>
  );
};
