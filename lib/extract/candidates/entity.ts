import type {
  StructuredItem,
  StructuredNode,
  StructuredValue,
} from '../../content/metadata/structured-item.ts';
import { valuesMax } from '../../content/metadata/json-ld.ts';
import { canonicalUrl } from '../../frontier/canonical-url.ts';
import { detectEntityType, isSubordinate, type EntityType } from '../schema/entity-type.ts';
import { normalText } from '../schema/normal-text.ts';
import type { PageFacts } from './page-facts.ts';
import { pageTitles } from './page-title.ts';
import { pathStep } from './structured-leaf.ts';
import { valueText, type Description } from './structured-path.ts';

/** A thing that a page describes, once or in several syntaxes. */
export interface Entity {
  readonly entityType: EntityType;
  /** Descriptions of the thing, the most trusted first. */
  readonly descriptions: readonly Description[];
  /** Whether the page's title is the thing's name. */
  readonly isTitled: boolean;
}

/** Things of a page. */
export interface Entities {
  /** For each kind the one thing that the page is about. */
  readonly main: readonly Entity[];
  /** All things of a kind in page order, including those in lists. */
  readonly all: ReadonlyMap<EntityType, readonly Entity[]>;
  /** A list on the page says that it has more items than it shows, or has more than are read. */
  readonly isCutShort: boolean;
}

/** Descriptions beyond this number are not read, and the page's lists count as cut short. */
const nodesMax = 10_000;

const nodesAt = (
  node: StructuredNode,
  where: string,
  name: string,
): { node: StructuredNode; where: string }[] => {
  const values: readonly StructuredValue[] = Object.hasOwn(node.properties, name)
    ? (node.properties[name] ?? [])
    : [];
  return values.flatMap((value, at) =>
    typeof value === 'object' ? [{ node: value, where: `${where}${pathStep(name, at, values.length)}` }] : [],
  );
};

/** Names under which the description of a page, or a list, holds the thing itself. */
const around = ['mainEntity', 'about', 'itemReviewed', 'itemListElement', 'item'];

interface Placed extends Description {
  /** Whether the node stands in a list of things. */
  readonly isListed: boolean;
}

const placed = (items: readonly StructuredItem[]): Placed[] => {
  const found: Placed[] = [];
  const read = (
    node: StructuredNode,
    where: string,
    syntax: StructuredItem['syntax'],
    isListed: boolean,
    depth: number,
  ): void => {
    if (found.length >= nodesMax || depth > 4) return;
    found.push({ node, where, syntax, isListed });
    const entityType = detectEntityType(node);
    if (!isSubordinate(entityType) || entityType === 'breadcrumb') return;
    for (const name of around) {
      for (const inner of nodesAt(node, where, name)) {
        read(inner.node, inner.where, syntax, isListed || name === 'itemListElement', depth + 1);
      }
    }
  };
  for (const item of items) if (item.syntax !== 'open-graph') read(item, item.where, item.syntax, false, 0);
  return found;
};

/** Counts the values of a page's structured data, including those that hold others; stops at `max`. */
const countValues = (nodes: readonly StructuredNode[], max: number): number => {
  const pending = [...nodes];
  let count = 0;
  for (let node = pending.pop(); node !== undefined && count < max; node = pending.pop()) {
    for (const value of Object.values(node.properties).flat()) {
      count += 1;
      if (typeof value === 'object') pending.push(value);
    }
  }
  return count;
};

const propertyText = (node: StructuredNode, name: string): string | null => {
  const [value] = Object.hasOwn(node.properties, name) ? (node.properties[name] ?? []) : [];
  return value === undefined ? null : typeof value === 'object' ? (value.id ?? null) : valueText(value);
};

const nameOf = (node: StructuredNode): string | null => {
  const name = propertyText(node, 'headline') ?? propertyText(node, 'name') ?? propertyText(node, 'title');
  return name === null ? null : normalText(name).text;
};

const urlsOf = (node: StructuredNode, base: string): string[] =>
  [node.id ?? null, propertyText(node, 'url'), propertyText(node, 'mainEntityOfPage')].flatMap((url) => {
    // An id with a fragment names one of several things on the page.
    const canonical = url === null ? null : canonicalUrl(url, base);
    return canonical === null ? [] : [canonical];
  });

interface Group {
  readonly entityType: EntityType;
  readonly descriptions: Placed[];
  isListed: boolean;
}

/**
 * Returns the keys by which a description is matched to a known thing: its id, and its name unless it stands in a list,
 * where two things may share a name.
 */
const keysOf = ({ node, isListed }: Placed): string[] => {
  const name = nameOf(node);
  return [
    ...(node.id === undefined ? [] : [`id ${node.id}`]),
    ...(name === null || isListed ? [] : [`name ${name}`]),
  ];
};

const put = (entityTypes: Map<EntityType, Group[]>, entityType: EntityType, group: Group): void => {
  const groups = entityTypes.get(entityType);
  if (groups === undefined) entityTypes.set(entityType, [group]);
  else groups.push(group);
};

const grouped = (
  all: readonly Placed[],
  titles: ReadonlySet<string>,
): Map<EntityType, (Entity & { readonly isListed: boolean })[]> => {
  const entityTypes = new Map<EntityType, Group[]>();
  const known = new Map<string, Group>();
  for (const one of all) {
    const entityType = detectEntityType(one.node);
    const keys = keysOf(one).map((key) => `${entityType} ${key}`);
    const same = keys.map((key) => known.get(key)).find((group) => group !== undefined);
    const group = same ?? { entityType, descriptions: [], isListed: true };
    group.descriptions.push(one);
    group.isListed &&= one.isListed;
    for (const key of keys) known.set(key, group);
    if (same === undefined) put(entityTypes, entityType, group);
  }
  return new Map(
    [...entityTypes].map(([entityType, things]) => [
      entityType,
      things.map((thing) => ({ ...thing, isTitled: isTitled(thing.descriptions, titles) })),
    ]),
  );
};

const isTitled = (descriptions: readonly Description[], titles: ReadonlySet<string>): boolean =>
  descriptions.some(({ node }) => {
    const name = nameOf(node);
    return name !== null && name.length > 2 && titles.has(name);
  });

/** Returns the one of several things that the page names as its own, by its address or its title. */
const namedByPage = <E extends Entity>(all: readonly E[], { metadata, url }: PageFacts): E | null => {
  const named = [url, metadata.canonicalUrl, metadata.og.url];
  const own = new Set(named.flatMap((one) => (one === null ? [] : [canonicalUrl(one, url)])));
  const byUrl = all.filter(({ descriptions }) =>
    descriptions.some(({ node }) => urlsOf(node, url).some((one) => own.has(one))),
  );
  if (byUrl.length === 1) return byUrl[0] ?? null;
  const byTitle = all.filter((one) => one.isTitled);
  return byTitle.length === 1 ? (byTitle[0] ?? null) : null;
};

const saysItHasMore = ({ properties }: StructuredNode): boolean => {
  const [count] = properties['numberOfItems'] ?? [];
  const items = properties['itemListElement'] ?? [];
  return count !== undefined && Number(valueText(count)) > items.length;
};

/**
 * Finds the things that a page is about. If there are several of one kind, the page is about the one with the page's
 * own address or name, and about none if not exactly one has it: a listing of products has no price. A thing that
 * stands only in a list is never the subject. A shop, a person or a site is not the subject of a page that describes an
 * article or a product.
 */
export const findEntities = (facts: PageFacts): Entities => {
  const all = placed(facts.structuredData);
  const entityTypes = grouped(all, pageTitles(facts));
  const main = [...entityTypes.values()].flatMap((entities) => {
    const single = entities.filter(({ isListed }) => !isListed);
    if (single.length === 1 && entities.length === 1) return single;
    const named = namedByPage(entities, facts);
    return named === null ? (single.length === 1 ? single : []) : [named];
  });
  return {
    main,
    all: entityTypes,
    isCutShort:
      all.length >= nodesMax ||
      // The reader of structured data counts null values, but leaves them out.
      countValues(facts.structuredData, valuesMax) >= 0.9 * valuesMax ||
      all.some(({ node }) => saysItHasMore(node)),
  };
};
