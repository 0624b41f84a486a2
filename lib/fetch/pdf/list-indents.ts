import type { TextLine } from './pdf-columns.ts';

/** Relative to the height of letters: items that begin no further apart are of one list. */
const sameIndent = 0.5;
/** Relative to the height of letters: what begins further to the right is no list within a list. */
const indentMax = 6;
const depthMax = 8;

/** Follows the signs of a list down a page, and tells by their indents which items stand within others. */
export class ListIndents {
  readonly #begins: number[] = [];
  #y = Number.POSITIVE_INFINITY;

  /** Forgets the list: something else follows it. */
  end(): void {
    this.#begins.length = 0;
  }

  /** Returns in how many items the item stands that begins with this line. */
  depthOf({ x, y, height }: TextLine): number {
    // A column to the right begins higher up.
    if (y > this.#y) this.end();
    this.#y = y;
    const begins = this.#begins;
    const isDeeper = (begin: number): boolean => begin > x + height * sameIndent;
    while (begins.length > 1 && isDeeper(begins.at(-1) ?? x)) begins.pop();
    const last = begins.at(-1);
    if (last === undefined || isDeeper(last) || x - last > height * indentMax)
      begins.splice(0, begins.length, x);
    else if (x - last > height * sameIndent && begins.length <= depthMax) begins.push(x);
    return begins.length - 1;
  }
}
