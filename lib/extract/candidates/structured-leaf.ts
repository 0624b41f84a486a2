import type {
  StructuredItem,
  StructuredNode,
  StructuredValue,
} from '../../content/metadata/structured-item.ts';

/** A single value in structured data, without values inside. */
export interface StructuredLeaf {
  readonly value: string | number | boolean;
  readonly item: StructuredItem;
  /** Its place: the item, and the names that lead to it, with an index if a name has several values. */
  readonly where: string;
}

const leavesMax = 20_000;
const depthMax = 12;

/** Returns the step from a thing to one of the values of a name. */
export const pathStep = (name: string, at: number, count: number): string =>
  count === 1 ? `/${name}` : `/${name}/${at}`;

/** Returns every single value of a page's structured data in page order, at most 20,000. */
export const collectLeaves = (items: readonly StructuredItem[]): StructuredLeaf[] => {
  const leaves: StructuredLeaf[] = [];
  const read = (node: StructuredNode, item: StructuredItem, where: string, depth: number): void => {
    if (depth > depthMax) return;
    for (const [name, values] of Object.entries(node.properties)) {
      for (const [at, value] of values.entries()) {
        if (leaves.length >= leavesMax) return;
        readValue(value, item, `${where}${pathStep(name, at, values.length)}`, depth);
      }
    }
  };
  const readValue = (value: StructuredValue, item: StructuredItem, where: string, depth: number): void => {
    if (typeof value === 'object') read(value, item, where, depth + 1);
    else leaves.push({ value, item, where });
  };
  for (const item of items) read(item, item, item.where, 0);
  return leaves;
};
