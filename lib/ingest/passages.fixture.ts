import { closesFence, isBlankLine, linesBetween, openingFence } from './markdown-unit.ts';
import type { Passage } from './passages.ts';

/** Checks the laws that no cut may break, without the code that cuts: returns a sentence for each violation. */
export const brokenLaws = (markdown: string, passages: readonly Passage[]): string[] => {
  const broken: string[] = [];
  let at = 0;
  for (const { start, end } of passages) {
    if (start !== at || end <= start)
      broken.push(`a gap or an overlap at ${at}: the next passage is ${start} to ${end}`);
    at = end;
  }
  if (at !== markdown.length) broken.push(`the passages end at ${at}, the page at ${markdown.length}`);
  for (const passage of passages) broken.push(...brokenIn(markdown, passage));
  return broken;
};

const isRule = (line: string): boolean => /^\s*\|[\s:|-]+\|?\s*$/.test(line);

/** Says for each line whether it is inside code, and whether the last fence is closed. */
const fenceState = (text: string): { readonly inside: ReadonlySet<number>; readonly isOpen: boolean } => {
  const inside = new Set<number>();
  let fence: string | null = null;
  for (const { start, text: line } of linesBetween(text, 0, text.length)) {
    const bare = line.replace(/^[\s>]+/, '');
    if (fence !== null) {
      inside.add(start);
      if (closesFence(bare, fence)) fence = null;
    } else fence = openingFence(line.replace(/^\s*>[\s>]*/, ''));
  }
  return { inside, isOpen: fence !== null };
};

const brokenIn = (markdown: string, passage: Passage): string[] => {
  const broken: string[] = [];
  const { text, start, end } = passage;
  const place = `the passage at ${start}`;
  if (fenceState(text).isOpen && !fenceState(markdown).isOpen)
    broken.push(`${place} leaves a fence of code open`);
  const { inside } = fenceState(text);
  const lines = linesBetween(text, 0, text.length);
  for (const [index, line] of lines.entries()) {
    if (inside.has(line.start) || !/^\s*\|/.test(line.text)) continue;
    const previous = lines[index - 1];
    const follows = previous !== undefined && /^\s*\|/.test(previous.text);
    if (!follows && !isRule(lines[index + 1]?.text ?? ''))
      broken.push(`${place} has rows without their header`);
  }
  const isCut = (place: number): boolean =>
    place > 0 &&
    place < markdown.length &&
    markdown[place - 1] !== '\n' &&
    /^\s*\|/.test(markdown.slice(markdown.lastIndexOf('\n', place - 1) + 1, place)) &&
    !fenceState(markdown).inside.has(markdown.lastIndexOf('\n', place - 1) + 1);
  if (isCut(start) || isCut(end)) broken.push(`${place} begins or ends within a row`);
  if (!isBlankLine(markdown.slice(start, end)) && text.trim() === '') broken.push(`${place} shows nothing`);
  return broken;
};
