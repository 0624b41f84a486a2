import { AwsError } from '../aws-error.ts';

/** An element of a small XML document: S3's requests have neither attributes nor mixed content that matter. */
export interface Element {
  readonly name: string;
  readonly children: readonly Element[];
  readonly text: string;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decode = (text: string): string =>
  text.replaceAll(
    /&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? whole;
      return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
    },
  );

/** Escapes a text. Control characters, which keys may hold, become character references. */
const escapeXml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u001F]/g, (it) => `&#x${(it.codePointAt(0) ?? 0).toString(16)};`);

const token = /<\?[^]*?\?>|<!--[^]*?-->|<(\/?)(?:[\w-]+:)?([\w-]+)[^>]*?(\/?)>|([^<]+)/g;

/**
 * Parses an XML document.
 *
 * @throws {AwsError} MalformedXML.
 */
export const parseXml = (xml: string): Element => {
  type Open = { name: string; children: Element[]; text: string };
  const malformed = new AwsError('MalformedXML', 'The XML you provided was not well-formed.');
  const top: Open = { name: '', children: [], text: '' };
  const stack: Open[] = [top];
  for (const [, closing, name, selfClosing, text] of xml.matchAll(token)) {
    const current = stack.at(-1);
    if (!current) throw malformed;
    if (text !== undefined) current.text += decode(text);
    else if (name !== undefined && closing === '/') {
      if (stack.length === 1 || current.name !== name) throw malformed;
      stack.pop();
    } else if (name !== undefined) {
      const element: Open = { name, children: [], text: '' };
      current.children.push(element);
      if (selfClosing !== '/') stack.push(element);
    }
  }
  const [root] = top.children;
  if (stack.length !== 1 || !root) throw malformed;
  return root;
};

export const childElements = (element: Element, name: string): Element[] =>
  element.children.filter((it) => it.name === name);

export const childText = (element: Element, name: string): string | undefined =>
  childElements(element, name)[0]?.text;

/** Writes one element; `content` is XML already. */
export const tag = (name: string, content: string): string => `<${name}>${content}</${name}>`;

/** Writes an element that holds a text. */
export const leaf = (name: string, value: string | number | boolean): string =>
  tag(name, escapeXml(String(value)));

/** Writes a document in S3's namespace. */
export const document = (name: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} ` +
  `xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${name}>`;
