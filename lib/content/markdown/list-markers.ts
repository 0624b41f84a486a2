import type { MarkdownWriter } from './markdown-writer.ts';

type Kind = 'bullet' | 'number';

/**
 * Chooses markers of lists. A list right behind another would continue it; another marker begins a new list (CommonMark
 * section 5.3).
 */
export class ListMarkers {
  /** The list that ended last, and the length written at that time. */
  #last: { readonly kind: Kind; readonly written: number; readonly isOther: boolean } | null = null;
  #isOther = false;
  readonly #open: boolean[] = [];

  /** The marker of the list that began last: `-` or `*`. */
  get marker(): string {
    return this.#isOther ? '*' : '-';
  }

  /** The character behind a number: `.` or `)`. */
  get delimiter(): string {
    return this.#isOther ? ')' : '.';
  }

  /**
   * Begins a list.
   *
   * @param isNested whether it stands in an item, whose text it may follow without an empty line.
   */
  begin(out: MarkdownWriter, kind: Kind, isNested: boolean): void {
    out.block(isNested ? 1 : 2);
    const last = this.#last;
    this.#open.push(this.#isOther);
    this.#isOther =
      last !== null && last.kind === kind && last.written === out.length && out.length > 0 && !last.isOther;
  }

  end(out: MarkdownWriter, kind: Kind): void {
    this.#last = { kind, written: out.length, isOther: this.#isOther };
    this.#isOther = this.#open.pop() ?? false;
    out.block(2);
  }
}
