const webAddress = /\bhttps?:\/\/[^\s<>]+/g;
const addressEnd = /[\p{L}\p{N}/_]/u;

/** Returns an address without the punctuation behind it. */
const addressOf = (found: string): string => {
  let end = found.length;
  while (end > 0 && !addressEnd.test(found[end - 1] ?? '')) end -= 1;
  return found.slice(0, end);
};

/** A text that is written with a backslash before each of the sorted `cuts`. */
export class EscapedText {
  readonly #text: string;
  readonly #cuts: readonly number[];
  readonly #parts: string[] = [];
  #done = 0;
  #next = 0;

  constructor(text: string, cuts: readonly number[]) {
    this.#text = text;
    this.#cuts = cuts;
  }

  /** Says whether the text between the last written character and `to` needs escapes. */
  needs(to: number): boolean {
    return (this.#cuts[this.#next] ?? to) < to;
  }

  writeTo(to: number): void {
    for (let cut = this.#cuts[this.#next]; cut !== undefined && cut < to; cut = this.#cuts[this.#next]) {
      this.#parts.push(this.#text.slice(this.#done, cut), '\\');
      this.#done = cut;
      this.#next += 1;
    }
    this.#parts.push(this.#text.slice(this.#done, to));
    this.#done = to;
  }

  /** Writes the address that ends before `to`, as a link. */
  writeLink(to: number): void {
    while ((this.#cuts[this.#next] ?? to) < to) this.#next += 1;
    this.#parts.push(`<${this.#text.slice(this.#done, to)}>`);
    this.#done = to;
  }

  toString(): string {
    this.writeTo(this.#text.length);
    return this.#parts.join('');
  }
}

/**
 * Writes addresses that need it as links. Readers of GitHub's Markdown make a link of any address in the text, and
 * would include a backslash or mark behind it. So an address that touches either is written as an explicit link.
 */
export const writeAddresses = (escaped: EscapedText, text: string, touchesNext: boolean): void => {
  for (const { 0: found, index: at } of text.matchAll(webAddress)) {
    escaped.writeTo(at);
    const end = at + found.length;
    const url = addressOf(found);
    if (url.length > 'https://'.length && (escaped.needs(end) || (touchesNext && end === text.length)))
      escaped.writeLink(at + url.length);
  }
};
