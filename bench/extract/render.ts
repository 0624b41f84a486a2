/** A thing in the vocabulary of schema.org, in no syntax yet. */
export interface Tree {
  readonly type: string;
  readonly properties: Readonly<Record<string, TreeValue | readonly TreeValue[]>>;
}
export type TreeValue = string | number | Tree;

export type Notation = 'json-ld' | 'microdata' | 'rdfa';

const isTree = (value: TreeValue): value is Tree => typeof value === 'object';
const listOf = (value: TreeValue | readonly TreeValue[]): readonly TreeValue[] =>
  Array.isArray(value) ? (value as readonly TreeValue[]) : [value as TreeValue];

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const jsonOf = (tree: Tree): Record<string, unknown> => ({
  '@type': tree.type,
  ...Object.fromEntries(
    Object.entries(tree.properties).map(([name, value]) => {
      const all = listOf(value).map((one) => (isTree(one) ? jsonOf(one) : one));
      return [name, all.length === 1 ? all[0] : all];
    }),
  ),
});

/** Properties whose values stand in attributes, because no reader wants to see them. */
const isSilent = (value: TreeValue): boolean =>
  typeof value === 'string' &&
  (/^https?:\/\//.test(value) || /^\d{4}-\d\d-\d\d/.test(value) || value.startsWith('PT'));

const markup = (tree: Tree, syntax: 'microdata' | 'rdfa', property: string | null): string => {
  const [itemprop, type] =
    syntax === 'microdata'
      ? ['itemprop', `itemscope itemtype="https://schema.org/${tree.type}"`]
      : ['property', `${property === null ? 'vocab="https://schema.org/" ' : ''}typeof="${tree.type}"`];
  const own = property === null ? '' : `${itemprop}="${property}" `;
  const parts = Object.entries(tree.properties).flatMap(([name, value]) =>
    listOf(value).map((one) => {
      if (isTree(one)) return markup(one, syntax, name);
      if (isSilent(one)) return `<meta ${itemprop}="${name}" content="${escapeHtml(String(one))}">`;
      return `<span ${itemprop}="${name}">${escapeHtml(String(one))}</span>`;
    }),
  );
  return `<div ${own}${type}>${parts.join('\n')}</div>`;
};

/** Markup of a thing: a script for the head, or elements for the body. */
export const rendered = (tree: Tree, notation: Notation): { readonly head: string; readonly body: string } =>
  notation === 'json-ld'
    ? {
        head:
          `<script ` +
          'type="application/ld+json">' +
          `${JSON.stringify({ '@context': 'https://schema.org', ...jsonOf(tree) })}</script>`,
        body: '',
      }
    : { head: '', body: markup(tree, notation, null) };

/** Labels with values, as pages for people write them. */
export const labelled = (
  rows: readonly (readonly [string, string])[],
  form: 'table' | 'dl' | 'infobox' | 'list',
): string => {
  const cells = rows.map(([label, value]) => {
    if (form === 'dl') return `<dt>${label}</dt><dd>${value}</dd>`;
    if (form === 'list') return `<li><strong>${label}:</strong> ${value}</li>`;
    return `<tr><th scope="row">${label}</th><td>${value}</td></tr>`;
  });
  if (form === 'dl') return `<dl>${cells.join('')}</dl>`;
  if (form === 'list') return `<ul>${cells.join('')}</ul>`;
  return `<table class="${form === 'infobox' ? 'infobox vcard' : 'specs'}"><tbody>${cells.join('')}</tbody></table>`;
};

const filler =
  'The valley has been known for its workshops since the railway came, and visitors still walk from one ' +
  'to the next on Sundays. ' +
  'Most of them keep a book in which the orders of a century can be read, with remarks in the margin ' +
  'about weather and wages.';

/** What stands around the subject of a page: navigation, prose, what else there is, who publishes it. */
export const pageAround = (name: string, head: string, body: string): string =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(name)} | Example House</title>
<meta property="og:site_name" content="Example House">
${head}
<script ` +
  `type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"WebSite","name":"Example ` +
  `House","url":"https://bench.example/"},{"@type":"Organization","name":"Example House ` +
  `Ltd","url":"https://bench.example/","logo":"https://bench.example/logo.png"}]}</script>
<style>.x{color:red}.y{margin:0 auto;padding:4px 8px}@media (max-width:600px){.x{display:block}}</style>
</head><body>
<header><nav><ul><li><a href="/">Home</a></li><li><a href="/shop">Shop</a></li><li>` +
  `<a href="/journal">Journal</a></li><li><a href="/contact">Contact</a></li></ul></nav></header>
<main><article><h1>${escapeHtml(name)}</h1>
<p>${filler}</p>
${body}
<p>${filler}</p><p>${filler}</p>
</article></main>
<aside class="related"><h2>You may also like</h2><table><tr><th>Price</th><td>3.99 EUR</td></tr><tr>` +
  `<th>Author</th><td>Somebody Else</td></tr></table></aside>
<footer><p>Example House Ltd, all rights reserved.</p>` +
  `<script>window.dataLayer=window.dataLayer||[];function track(){dataLayer.push(arguments)}</script></footer>
</body></html>`;
