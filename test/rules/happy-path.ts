/** Files that declare what others implement: from such a file a reader goes on to its implementation. */
const interfaces: ReadonlySet<string> = new Set(['lib/fetch/tier/tier.ts']);

/** A walk through files: how many there are, and where it turns back or cannot be followed. */
export interface Walk {
  readonly files: number;
  /** Files at which the reader goes back up to one that was left. */
  readonly turnsBack: readonly string[];
  /** Files that nothing on the way to them imports. */
  readonly lost: readonly string[];
}

/**
 * Walks a path as a reader does who follows "go to definition": each file is imported by the one before it, or by
 * one that is still open above that; functions (`functions/*.ts`) begin anew, as what wakes them is a message.
 * Going on in a file that was passed before, below which others were opened, is a turn back.
 */
export const walk = (path: readonly string[], graph: ReadonlyMap<string, readonly string[]>): Walk => {
  const imports = (from: string, to: string): boolean =>
    graph.get(from)?.includes(to) === true ||
    (interfaces.has(from) && graph.get(to)?.includes(from) === true);
  const turnsBack: string[] = [];
  const lost: string[] = [];
  let open: string[] = [];
  for (const file of path) {
    if (/^functions\/[\w-]+\.ts$/.test(file)) {
      open = [file];
      continue;
    }
    const passed = open.indexOf(file);
    if (passed !== -1) {
      turnsBack.push(file);
      open = open.slice(0, passed + 1);
      continue;
    }
    const caller = open.findLastIndex((above) => imports(above, file));
    if (caller === -1) lost.push(file);
    open = [...open.slice(0, caller + 1), file];
  }
  return { files: new Set(path).size, turnsBack, lost };
};
