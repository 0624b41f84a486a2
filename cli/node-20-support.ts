/**
 * What the commands that ask an API use of Node 22 and newer, for Node 20. Imported before anything else; the
 * others run on Node 24 (`run-on-node-24.ts`).
 */
if (!('parse' in URL)) {
  const parse = (url: string, base?: string): URL | null =>
    URL.canParse(url, base) ? new URL(url, base) : null;
  Object.assign(URL, { parse });
}
