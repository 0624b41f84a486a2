import type { Operation } from './operation.ts';

/** Quotes a text for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Makes a line that sends the request, for a shell with `GLEANER_URL` and `GLEANER_KEY` in its environment. */
export const curlExample = ({ method, path, body, open }: Operation): string => {
  const url = `"$GLEANER_URL${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)}"`;
  const isJson = body?.example !== undefined && body.type === undefined;
  const isForm = body?.type === 'multipart/form-data';
  const lines = [
    `curl ${method === 'GET' || (method === 'POST' && (isJson || isForm)) ? '' : `-X ${method} `}${url}`,
    ...(open ? [] : [`-H "Authorization: Bearer $GLEANER_KEY"`]),
    ...(isForm ? ['-F file=@page.html'] : []),
    ...(isJson ? [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body.example))}`] : []),
  ];
  return lines.join(' \\\n  ');
};
