interface Scored {
  readonly row: number;
  readonly score: number;
}

/** The rows with the highest scores among those that are offered; among equal scores the lower row. */
export class TopRows {
  readonly #count: number;
  #kept: Scored[] = [];
  #least = -Infinity;

  constructor(count: number) {
    this.#count = count;
  }

  offer(row: number, score: number): void {
    if (score <= this.#least) return;
    this.#kept.push({ row, score });
    // To sort seldom is cheaper than to keep the rows in order.
    if (this.#kept.length >= 2 * this.#count) this.#cut();
  }

  sorted(): readonly Scored[] {
    this.#cut();
    return this.#kept;
  }

  #cut(): void {
    this.#kept = this.#kept.toSorted((a, b) => b.score - a.score || a.row - b.row).slice(0, this.#count);
    this.#least = this.#kept.length < this.#count ? -Infinity : (this.#kept.at(-1)?.score ?? -Infinity);
  }
}
