import { limits } from '../../limits/limits.ts';
import { collapsed } from '../dom/dom-walk.ts';

/** Keeps a page's metadata within `limits`, and notes which fields were cut. A text that was cut ends with `…`. */
export class MetadataBounds {
  readonly #cut = new Set<string>();

  /** Names of the fields of which a part is left out, in the order in which they were met. */
  get cut(): string[] {
    return [...this.#cut];
  }

  note(field: string): void {
    this.#cut.add(field);
  }

  /** A text with runs of white space made one, at most `limits.metadataCharactersMax` long. */
  text(field: string, text: string): string {
    const max = limits.metadataCharactersMax;
    // White space may be most of it: what is looked at is bounded as well as what is kept.
    const short = collapsed(text.length > 4 * max ? text.slice(0, 4 * max) : text);
    if (short.length <= max && text.length <= 4 * max) return short;
    this.#cut.add(field);
    // Half of a pair of surrogates is no character.
    return `${short.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
  }

  list(field: string, values: readonly string[], max: number): string[] {
    if (values.length > max) this.#cut.add(field);
    return values.slice(0, max);
  }
}
