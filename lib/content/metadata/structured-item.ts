/** The syntax in which a page wrote an item. */
export type Syntax = 'json-ld' | 'microdata' | 'rdfa' | 'open-graph';

export type StructuredValue = string | number | boolean | StructuredNode;

/** A thing that a page describes for machines. */
export interface StructuredNode {
  /** Names of its types: schema.org types without the address, others as the page writes them. */
  readonly types: readonly string[];
  readonly id?: string;
  /** Values by name; each name has all of its values in page order. */
  readonly properties: Readonly<Record<string, readonly StructuredValue[]>>;
}

/** One of the things that a page describes, not as a part of another. */
export interface StructuredItem extends StructuredNode {
  readonly syntax: Syntax;
  /** Its place: the element, as a path of names, and within JSON-LD a JSON pointer (RFC 6901) behind `#`. */
  readonly where: string;
}

/** Returns a schema.org type or property without its address; any other name unchanged. */
export const localName = (name: string): string =>
  name.replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i, '').trim();

/** A node while its properties are gathered. */
export interface NodeDraft {
  types: string[];
  id?: string;
  properties: Record<string, StructuredValue[]>;
}

export const addValue = ({ properties }: NodeDraft, name: string, value: StructuredValue): void => {
  // A page may call a property `__proto__`.
  if (Object.hasOwn(properties, name)) properties[name]?.push(value);
  else Object.defineProperty(properties, name, { value: [value], enumerable: true });
};
