import type { TruePage } from './corpus.ts';

export interface WordScore {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** Words of a text in lower case, with how often each stands in it. */
export const countedWords = (text: string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}\p{M}_]+/gu))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
};

const sizeOf = (words: ReadonlyMap<string, number>): number =>
  [...words.values()].reduce((sum, count) => sum + count, 0);

/**
 * Words as a multiset: precision is the share of the found words that are true, recall the share of the true that
 * are found.
 */
export const wordScore = (truth: string, found: string): WordScore => {
  const [expected, guess] = [countedWords(truth), countedWords(found)];
  if (expected.size === 0 && guess.size === 0) return { precision: 1, recall: 1, f1: 1 };
  let common = 0;
  for (const [word, count] of guess) common += Math.min(count, expected.get(word) ?? 0);
  if (common === 0) return { precision: 0, recall: 0, f1: 0 };
  const [precision, recall] = [common / sizeOf(guess), common / sizeOf(expected)];
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
};

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim();

/** How many snippets stand in a text, whatever its white space. */
export const snippetsIn = (snippets: readonly string[], text: string): number => {
  const whole = plain(text);
  return snippets.filter((snippet) => whole.includes(plain(snippet))).length;
};

/**
 * Lines of `text` of which most words are not in `other`, longest first: what was lost, or kept beyond what is true.
 */
export const linesBeyond = (text: string, other: string, max: number): string[] => {
  const left = countedWords(other);
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    const words = [...countedWords(line)];
    let missing = 0;
    let all = 0;
    for (const [word, count] of words) {
      const here = Math.min(count, left.get(word) ?? 0);
      left.set(word, (left.get(word) ?? 0) - here);
      missing += count - here;
      all += count;
    }
    if (all > 0 && missing > all / 2) lines.push(line.replace(/\s+/g, ' ').trim());
  }
  return lines.sort((a, b) => b.length - a.length).slice(0, max);
};

/** Whether what a reader says of a page is the truth's; null where the truth says nothing. */
export const isSaid = (truth: string | null, said: string | null): boolean | null =>
  truth === null ? null : said !== null && plain(said) === plain(truth);

/** The day of a date as people and pages write it, `YYYY-MM-DD`, or null. */
export const dayKey = (date: string | null): string | null => {
  if (date === null) return null;
  const iso = /^\d{4}-\d{2}-\d{2}/.exec(date.trim())?.[0];
  if (iso !== undefined) return iso;
  const time = Date.parse(date);
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10);
};

export const truthDay = ({ date }: TruePage): string | null => dayKey(date);
