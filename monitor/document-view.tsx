import { lazy, Suspense, type ReactNode } from 'react';
import { evidenceIn } from './evidence-in.ts';
import { loadPart } from './failed-screen.tsx';
import { HtmlFrame } from './html-frame.tsx';
import { Facts, Loading } from './parts.tsx';
import { Tabs } from './tabs.tsx';

/** Its parser is loaded when this view is first opened. */
const RenderedMarkdown = lazy(async () => ({
  default: await loadPart(async () => (await import('./rendered-markdown.tsx')).RenderedMarkdown),
}));

/** Loaded if data was extracted from the page. */
const EvidenceView = lazy(async () => ({
  default: await loadPart(async () => (await import('./evidence.tsx')).EvidenceView),
}));

/** The parts of the API's page that are shown. */
export interface PageDocument {
  readonly markdown?: string;
  readonly html?: string;
  readonly rawHtml?: string;
  readonly summary?: string;
  readonly screenshot?: string;
  readonly links?: readonly string[];
  readonly images?: readonly string[];
  readonly json?: unknown;
  readonly warning?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** The links of a page, as text: the monitor itself links to no page of the web. */
const Addresses = ({ urls }: { readonly urls: readonly string[] }): ReactNode => (
  <ol className="addresses">
    {urls.map((url) => (
      <li key={url} className="url">
        {url}
      </li>
    ))}
  </ol>
);

const Text = ({ text }: { readonly text: string }): ReactNode => <pre className="document">{text}</pre>;

/** The results for a page, one view for each format that it has. */
export const DocumentView = ({ page }: { readonly page: PageDocument }): ReactNode => {
  const { markdown, html, rawHtml, summary, screenshot, links, images, json, metadata, warning } = page;
  const evidence = evidenceIn(metadata);
  const views = [
    evidence !== null && {
      name: 'Evidence',
      show: () => (
        <Suspense fallback={<Loading what="the view" />}>
          <EvidenceView value={json} markdown={markdown ?? ''} evidence={evidence} />
        </Suspense>
      ),
    },
    markdown !== undefined && { name: 'Markdown', show: () => <Text text={markdown} /> },
    markdown !== undefined && {
      name: 'Rendered',
      show: () => (
        <Suspense fallback={<Loading what="the view" />}>
          <RenderedMarkdown markdown={markdown} />
        </Suspense>
      ),
    },
    summary !== undefined && { name: 'Summary', show: () => <p>{summary}</p> },
    json !== undefined && { name: 'JSON', show: () => <Text text={JSON.stringify(json, null, 2)} /> },
    html !== undefined && {
      name: 'HTML',
      show: () => <HtmlFrame title="HTML of the page, without its scripts and pictures" html={html} />,
    },
    rawHtml !== undefined && { name: 'HTML as it came', show: () => <Text text={rawHtml} /> },
    screenshot !== undefined && {
      name: 'Screenshot',
      show: () => <img className="screenshot" src={screenshot} alt="The page as a browser showed it" />,
    },
    links !== undefined && { name: `Links (${links.length})`, show: () => <Addresses urls={links} /> },
    images !== undefined && { name: `Images (${images.length})`, show: () => <Addresses urls={images} /> },
    metadata !== undefined && {
      name: 'Metadata',
      show: () => (
        <Facts
          facts={Object.entries(metadata).map(
            ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
          )}
        />
      ),
    },
    { name: 'All of it', show: () => <Text text={JSON.stringify(page, null, 2)} /> },
  ].filter((view) => view !== false);
  return (
    <>
      {warning !== undefined && <p className="warning">{warning}</p>}
      <Tabs label="Formats" views={views} />
    </>
  );
};
