/**
 * Features of Node 22 and newer that the commands which call an API use, for Node 20. Imported before anything else;
 * the other commands run on Node 24 (`run-on-node-24.ts`).
 */
if (!('parse' in URL)) {
  const parse = (url: string, base?: string): URL | null =>
    URL.canParse(url, base) ? new URL(url, base) : null;
  Object.assign(URL, { parse });
}
