/** How a page wrote an item down. */
export type Syntax = 'json-ld' | 'microdata' | 'rdfa' | 'open-graph';

export type StructuredValue = string | number | boolean | StructuredNode;

/** A thing that a page describes for machines. */
export interface StructuredNode {
  /** Names of its types: of schema.org without the address, others as the page writes them. */
  readonly types: readonly string[];
  readonly id?: string;
  /** Values by name, each name with all of its values in page order. */
  readonly properties: Readonly<Record<string, readonly StructuredValue[]>>;
}

/** One of the things that a page describes, not as part of another. */
export interface StructuredItem extends StructuredNode {
  readonly syntax: Syntax;
  /** Where it stands: the element, as a path of names, and within JSON-LD a JSON pointer (RFC 6901) behind `#`. */
  readonly where: string;
}

/** A type or property of schema.org by its own name; any other as it is. */
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
