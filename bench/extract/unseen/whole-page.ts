/** A page with its head and body. */
export const wholePage = (lang: string, title: string, head: string, body: string): string =>
  `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title>${head}</head>
<body>${body}</body></html>`;

export const jsonLd = (json: string): string =>
  `<script type="application/ld+json">{"@context":"https://schema.org",${json}}</script>`;
