import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import type { ReactNode } from 'react';
import { HtmlFrame } from './html-frame.tsx';

const style = `<style>body{font:15px/1.5 system-ui,sans-serif;margin:1rem;max-width:46rem}
table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.2rem .5rem}
pre{background:#f4f6f5;padding:.6rem;overflow:auto}</style>`;

/** Rendered Markdown. HTML in it is shown as text, and linked resources are not loaded. */
export const RenderedMarkdown = ({ markdown }: { readonly markdown: string }): ReactNode => {
  const html = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  return <HtmlFrame title="The markdown, rendered" html={`${style}${html}`} />;
};
