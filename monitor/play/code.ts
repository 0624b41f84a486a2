/** A request for sample programs, which take the key from the environment. */
export interface Request {
  readonly url: string;
  readonly body: object;
}

/** Quotes a text for a shell. */
const inShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Writes a value in Python. */
const inPython = (value: unknown, indent = ''): string => {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const lines = Array.isArray(value)
    ? value.map((item) => inPython(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${inPython(item, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return lines.length === 0
    ? `${open}${close}`
    : `${open}\n${lines.map((line) => `${inner}${line},\n`).join('')}${indent}${close}`;
};

/** Writes programs for the request in a shell, in JavaScript and in Python, without further packages. */
export const makePrograms = ({
  url,
  body,
}: Request): Readonly<Record<'curl' | 'JavaScript' | 'Python', string>> => ({
  curl: [
    `curl -s ${inShell(url)} \\`,
    `  -H "Authorization: Bearer $GLEANER_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${inShell(JSON.stringify(body))}`,
  ].join('\n'),
  JavaScript: [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    `  method: 'POST',`,
    `  headers: {`,
    `    authorization: \`Bearer \${process.env.GLEANER_KEY}\`,`,
    `    'content-type': 'application/json',`,
    `  },`,
    `  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),`,
    `});`,
    `console.log(await response.json());`,
  ].join('\n'),
  Python: [
    `import json, os, urllib.request`,
    ``,
    `body = ${inPython(body)}`,
    `request = urllib.request.Request(`,
    `    ${JSON.stringify(url)},`,
    `    data=json.dumps(body).encode(),`,
    `    headers={`,
    `        "Authorization": f"Bearer {os.environ['GLEANER_KEY']}",`,
    `        "Content-Type": "application/json",`,
    `    },`,
    `)`,
    `print(json.load(urllib.request.urlopen(request)))`,
  ].join('\n'),
});
