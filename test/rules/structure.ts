import { dirname, join, normalize } from 'node:path';
import { listImports } from './import-rules.ts';
import type { SourceFile } from './source-files.ts';

const isProduction = ({ path }: SourceFile): boolean =>
  path.startsWith('lib/') && !path.endsWith('.test.ts') && !path.endsWith('.fixture.ts');

/** Files of `lib/` without tests and fixtures. */
export const productionFiles = (files: readonly SourceFile[]): SourceFile[] => files.filter(isProduction);

/** How many files stand in each folder. */
export const filesPerFolder = (files: readonly SourceFile[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { path } of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return counts;
};

/** The imports of each file among `files`, types included, by path. */
export const importGraph = (files: readonly SourceFile[]): Map<string, string[]> => {
  const known = new Set(files.map(({ path }) => path));
  return new Map(
    files.map((file) => {
      const targets = listImports(file)
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => normalize(join(dirname(file.path), specifier)));
      return [file.path, targets.filter((target) => known.has(target))];
    }),
  );
};

/** The same graph between folders of `lib/`: stages, the store, and the folders of steps. */
export const folderGraph = (graph: ReadonlyMap<string, readonly string[]>): Map<string, string[]> => {
  const folderOf = (path: string): string => {
    const parts = path.split('/');
    if (parts.length === 2) return path;
    return parts.slice(0, parts[1] === 'steps' ? 3 : 2).join('/');
  };
  const folders = new Map<string, Set<string>>();
  for (const [path, targets] of graph) {
    const from = folderOf(path);
    const reached = folders.get(from) ?? new Set<string>();
    for (const target of targets) if (folderOf(target) !== from) reached.add(folderOf(target));
    folders.set(from, reached);
  }
  return new Map([...folders].map(([from, reached]) => [from, [...reached]]));
};

/**
 * Groups of nodes that reach one another, each sorted: the strongly connected components of more than one node (Tarjan
 * 1972), found without recursion.
 */
export const circles = (graph: ReadonlyMap<string, readonly string[]>): string[][] => {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const found: string[][] = [];
  for (const root of graph.keys()) {
    if (order.has(root)) continue;
    const path: { readonly node: string; next: number }[] = [];
    const enter = (node: string): void => {
      order.set(node, order.size);
      low.set(node, order.get(node) ?? 0);
      open.push(node);
      isOpen.add(node);
      path.push({ node, next: 0 });
    };
    enter(root);
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const { node } = at;
      const target = graph.get(node)?.[at.next];
      at.next += 1;
      if (target !== undefined) {
        if (!order.has(target)) enter(target);
        else if (isOpen.has(target)) low.set(node, Math.min(low.get(node) ?? 0, order.get(target) ?? 0));
        continue;
      }
      path.pop();
      const parent = path.at(-1)?.node;
      if (parent !== undefined) low.set(parent, Math.min(low.get(parent) ?? 0, low.get(node) ?? 0));
      if (low.get(node) !== order.get(node)) continue;
      const group = open.splice(open.indexOf(node));
      for (const one of group) isOpen.delete(one);
      if (group.length > 1) found.push(group.toSorted());
    }
  }
  return found.toSorted((a, b) => (a[0] ?? '').localeCompare(b[0] ?? ''));
};
