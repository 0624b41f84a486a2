import { isElement } from '../dom/dom-walk.ts';
import type { DomElement } from '../dom/dom.ts';

/**
 * Classes that give the language of code in highlighters and generators: `language-`, `lang-` (the HTML standard's,
 * Prism, highlight.js, mdBook, Rouge), `highlight-source-` (GitHub), `highlight-` (Sphinx), `brush:`
 * (SyntaxHighlighter, MDN), `mw-highlight-lang-` (MediaWiki), `sourceCode` (Pandoc).
 */
const named =
  /^(?:language|lang|highlight-source|highlight-text|highlight|mw-highlight-lang|brush|code|sourceCode|src)[-:_]([a-z0-9+#.-]{1,20})(?:,.*)?$/i;

/**
 * Classes beside which a bare class name is the language: `hljs python`, `sourceCode haskell`, `rust
 * rust-example-rendered`.
 */
const beside = new Set(['hljs', 'sourcecode', 'brush:', 'prettyprint', 'highlight', 'code']);

const bareNames = new Set(
  (
    'bash c cpp csharp css dart diff dockerfile elixir erlang go graphql groovy haskell html http ini ' +
    'java javascript js json jsx ' +
    'julia kotlin latex lua makefile markdown nginx nix objectivec ocaml perl php powershell protobuf ' +
    'python r ruby rust rs scala ' +
    'scss sh shell sql swift toml ts tsx typescript xml yaml zig'
  ).split(' '),
);

const notLanguages = new Set(
  (
    'default none text plain plaintext plain-text notranslate wrapper block toolbar unknown nohighlight ' +
    'txt raw auto inline ' +
    'container header sample example snippet source output line lines line-numbers highlighter highlighted rouge wrap'
  ).split(' '),
);

/** rustdoc writes Rust, and marks it with a class of its own. */
const generators: ReadonlyMap<string, string> = new Map([
  ['rust', 'rust'],
  ['rust-example-rendered', 'rust'],
  ['code-python', 'python'],
]);

const attributes = [
  'data-lang',
  'data-language',
  'data-code-language',
  'data-canonical-lang',
  'syntax',
  'lang',
];
const spelling = /^[a-z0-9+#.-]{1,20}$/i;

const isLanguage = (name: string): boolean => spelling.test(name) && !notLanguages.has(name.toLowerCase());

const inClasses = (element: DomElement): string | null => {
  const names = element.classes.text.replace(/brush:\s*/g, 'brush:').split(/[\s;]+/);
  for (const name of names) {
    const language = named.exec(name)?.[1]?.toLowerCase();
    if (language !== undefined && isLanguage(language)) return language;
  }
  const generated = names.find((name) => generators.has(name));
  if (generated !== undefined) return generators.get(generated) ?? null;
  if (!names.some((name) => beside.has(name.toLowerCase()))) return null;
  return names.find((name) => bareNames.has(name.toLowerCase()))?.toLowerCase() ?? null;
};

const inAttributes = (element: DomElement): string | null => {
  if (element.pairs.length === 0) return null;
  for (const name of attributes) {
    // `lang` gives a human language, except on the code element itself.
    if (name === 'lang' && element.localName !== 'pre') continue;
    const value = element.getAttribute(name)?.trim().toLowerCase() ?? '';
    if (value !== '' && isLanguage(value) && !(name === 'lang' && /^[a-z]{2}(?:-[a-z]{2})?$/.test(value)))
      return value;
  }
  // Confluence: `brush: java; gutter: false`.
  const brush = /(?:^|;)\s*brush:\s*([a-z0-9+#.-]{1,20})/i.exec(
    element.getAttribute('data-syntaxhighlighter-params') ?? '',
  )?.[1];
  return brush !== undefined && isLanguage(brush) ? brush.toLowerCase() : null;
};

/** Most wrappers that highlighters put around `<pre>`. */
const wrappersMax = 3;

/** Says the language of code whose one class is a bare name, as TypeDoc and others write it. */
const bareLanguage = (code: DomElement | undefined): string | null => {
  const name = code?.className.trim().toLowerCase() ?? '';
  return bareNames.has(name) ? name : null;
};

const stated = (pre: DomElement): string => {
  const code = pre.getElementsByTagName('code')[0];
  const places: (DomElement | undefined | null)[] = [pre, code];
  for (let at = pre.parentNode, up = 0; at !== null && up < wrappersMax; up += 1, at = at.parentNode)
    places.push(at);
  for (const place of places) {
    if (place === undefined || place === null || !isElement(place)) continue;
    const language = inClasses(place) ?? inAttributes(place);
    if (language !== null) return language;
  }
  return bareLanguage(code) ?? '';
};

/** Tells an interpreter session by its prompts. The prompts stay, because they separate input from output. */
const sessionOf = (text: string): string => {
  if (/^\s*>>> /.test(text)) return 'pycon';
  return /^\s*\$ \S/.test(text) ? 'console' : '';
};

/**
 * Returns the language of a `<pre>` with this text, as stated on the element, on its `<code>` or on a wrapper. Without
 * a statement a session with prompts is `pycon` or `console`, and other code is ''.
 */
export const codeLanguage = (pre: DomElement, text: string): string => stated(pre) || sessionOf(text);
