import { limits } from '../../limits/limits.ts';
import { collapsed } from '../dom/dom-walk.ts';

/** Keeps a page's metadata within `limits`, and notes which fields were cut. A text that was cut ends with `…`. */
export class MetadataBounds {
  readonly #cut = new Set<string>();

  /** Names of the fields that were cut, in the order of reading. */
  get cut(): string[] {
    return [...this.#cut];
  }

  note(field: string): void {
    this.#cut.add(field);
  }

  /** Returns a text with each run of white space made one space, cut to `limits.metadataCharactersMax`. */
  text(field: string, text: string): string {
    const max = limits.metadataCharactersMax;
    // Most of a text may be white space, so the input is bounded as well as the output.
    const short = collapsed(text.length > 4 * max ? text.slice(0, 4 * max) : text);
    if (short.length <= max && text.length <= 4 * max) return short;
    this.#cut.add(field);
    // Half of a surrogate pair is no character.
    return `${short.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
  }

  list(field: string, values: readonly string[], max: number): string[] {
    if (values.length > max) this.#cut.add(field);
    return values.slice(0, max);
  }
}
