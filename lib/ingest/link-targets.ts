import { closesFence, linesBetween, openingFence } from './markdown-unit.ts';

/** What a target may hold: no white space, and brackets of one level. Matched from the bracket on. */
const targetAt = /\]\(<?((?:[^()\s\\<>]|\\[^]|\((?:[^()\s\\]|\\[^])*\))*)>?(?=[\s)])/y;
/** The target of a numbered link at the end of a page; a note (`[^1]: text`) has none. */
const definition = /^ {0,3}\[(?!\^)[^\][\n]{1,200}\]:[ \t]+<?([^\s<>]+)/;
const mark = /\\[^]|`+|\]\(/g;
/** The comment before each page of a PDF (`pdf-markdown.ts`), alone in its line. */
const pageNote = /^<!-- page \d{1,9}(?:: [^<>\n]{1,100})? -->\s*$/;

/** Code is often written like a link, as `run[i](x)`: a target looks like an address. */
const isAddress = (target: string): boolean => /^[#?]|[:/]/.test(target);

interface Cut {
  readonly start: number;
  readonly length: number;
}

/** Returns for each run of backticks of a line the place behind the code that it opens; nothing for other runs. */
const codeEnds = (line: string): Map<number, number> => {
  const ends = new Map<number, number>();
  const open = new Map<number, number>();
  const runs = [...line.matchAll(/`+/g)].toReversed();
  for (const { index, 0: run } of runs) {
    const next = open.get(run.length);
    if (next !== undefined) ends.set(index, next + run.length);
    open.set(run.length, index);
  }
  return ends;
};

const targetsIn = (line: string): Cut[] => {
  if (pageNote.test(line)) return [{ start: 0, length: line.trimEnd().length }];
  const [whole = '', defined] = definition.exec(line) ?? [];
  if (defined !== undefined && isAddress(defined))
    return [{ start: whole.length - defined.length, length: defined.length }];
  if (!line.includes('](')) return [];
  const ends = codeEnds(line);
  const cuts: Cut[] = [];
  mark.lastIndex = 0;
  for (let found = mark.exec(line); found !== null; found = mark.exec(line)) {
    if (found[0].startsWith('`')) mark.lastIndex = ends.get(found.index) ?? mark.lastIndex;
    if (found[0] !== '](') continue;
    targetAt.lastIndex = found.index;
    const [all, target = ''] = targetAt.exec(line) ?? [];
    if (all === undefined || !isAddress(target)) continue;
    cuts.push({ start: line.indexOf(target, found.index + 2), length: target.length });
    mark.lastIndex = found.index + all.length;
  }
  return cuts;
};

/**
 * Replaces what readers do not see of Markdown by blanks, so that offsets stay the same: the targets of links and
 * images, and the comments that number the pages of a PDF. Addresses that are shown stay, and so does code. Time is
 * linear in the text.
 */
export const withoutTargets = (text: string): string => {
  if (!/\]\(|\]:|^<!-- page \d/m.test(text)) return text;
  let fence: string | null = null;
  let shown = '';
  for (const line of linesBetween(text, 0, text.length)) {
    const bare = line.text.replace(/^\s*(?:> ?)+/, '');
    let from = 0;
    if (fence === null) {
      for (const { start, length } of targetsIn(line.text)) {
        shown += line.text.slice(from, start) + ' '.repeat(length);
        from = start + length;
      }
      fence = openingFence(bare);
    } else if (closesFence(bare, fence)) fence = null;
    shown += line.text.slice(from);
  }
  return shown;
};
