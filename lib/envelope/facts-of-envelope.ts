import type { Link } from '../content/page-content.ts';
import type { PageFacts } from '../extract/candidates/page-facts.ts';
import { pairsInMarkdown } from '../extract/candidates/pairs-in-markdown.ts';
import type { Envelope } from './envelope.ts';

/**
 * Returns the facts about a page that extraction gets from its envelope alone: its text, metadata and addresses. The
 * tree is gone, and with it the page's data for machines.
 */
export const factsOfEnvelope = ({ source, content, page_metadata: page }: Envelope): PageFacts => {
  const link = (url: string, isInternal: boolean): Link => ({ url, text: '', rel: '', isInternal });
  return {
    url: source.final_url,
    markdown: content.body,
    metadata: {
      title: page.title,
      headline: page.headline,
      siteName: page.site_name,
      description: page.description,
      language: content.language,
      canonicalUrl: source.canonical_url,
      keywords: page.keywords,
      author: page.author,
      authors: page.authors,
      publishedTime: page.published_date,
      modifiedTime: page.modified_date,
      robots: page.robots,
      og: {
        title: page.og_title,
        description: page.og_description,
        image: page.og_image,
        url: page.og_url,
        siteName: page.og_site_name,
        locale: page.og_locale,
        type: null,
      },
      favicon: page.favicon,
      metas: page.metas,
      cut: page.cut ?? [],
    },
    structuredData: [],
    links: [
      ...page.links_internal.map((url) => link(url, true)),
      ...page.links_outbound.map((url) => link(url, false)),
    ],
    images: page.images,
    pairs: pairsInMarkdown(content.body),
  };
};
