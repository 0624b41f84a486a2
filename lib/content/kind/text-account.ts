import { collapsed, elementsWithin, isText, nextNode } from '../dom/dom-walk.ts';
import type { DomElement, DomNode } from '../dom/dom.ts';
import { inkIn, textCount } from '../dom/text-summary.ts';

/** A rule that takes text out of a page. */
export interface DropRule {
  readonly name: string;
  /** Why the text that it removes is no content. */
  readonly reason: string;
  /**
   * Whether the rule removes the page's frame (navigation, header, footer, consent, advertising) or what the content
   * tells in another place. That counts as no loss.
   */
  readonly isFrame?: boolean | undefined;
}

/** Characters of text, without white space, that one rule took out of a page. */
export interface Dropped {
  readonly rule: string;
  readonly reason: string;
  readonly isFrame: boolean;
  readonly characters: number;
}

/** What became of a page's visible text. `visible` = frame + dropped + kept, to the character. */
export interface KeptText {
  /** Characters, without white space, that a reader of the page sees. */
  readonly visible: number;
  readonly keptCharacters: number;
  /** Share of the text outside the frame that was kept, 0 to 1; 1 if there is no such text. */
  readonly kept: number;
  /** By rule, in the order in which the rules ran. */
  readonly dropped: readonly Dropped[];
}

const undecided = -1;
const isKept = -2;

/** The rule for text that no other rule removed: it stood outside of the chosen part. */
const outsideRule: DropRule = {
  name: 'outside',
  reason: 'stands outside of what was taken for the main content',
};

/**
 * Records where every character of a page goes. Each text of the tree has a number, which outlives copies and moves,
 * and one fate: kept, or removed by the first rule that removed it.
 */
export class TextAccount {
  readonly #sizes: number[] = [];
  readonly #fates: number[] = [];
  readonly #rules: DropRule[] = [];
  readonly #ruleAt = new Map<string, number>();
  #heading: readonly number[] = [];

  /** Begins with all texts in `root`: from now on they are the page's visible text. */
  open(root: DomElement, heading: DomElement | null): void {
    for (let node: DomNode | null = root; node !== null; node = nextNode(node, root)) {
      if (node.nodeType !== 3) continue;
      node.mark = this.#sizes.length;
      this.#sizes.push(textCount(node).ink);
      this.#fates.push(undecided);
    }
    if (heading !== null) this.#heading = this.#marksIn(heading);
  }

  /** Records that this rule removes the texts of these elements. Call it before they are removed. */
  drop(rule: DropRule, elements: readonly DomElement[]): void {
    const key = `${rule.name} ${String(rule.isFrame === true)}`;
    const at = this.#ruleAt.get(key) ?? this.#rules.push(rule) - 1;
    this.#ruleAt.set(key, at);
    for (const element of elements) {
      for (const mark of this.#marksIn(element)) if (this.#fates[mark] === undecided) this.#fates[mark] = at;
    }
  }

  /** Returns the marks of the texts in an element that the account knows. */
  #marksIn(element: DomElement): number[] {
    const found: number[] = [];
    for (let node: DomNode | null = element; node !== null; node = nextNode(node, element))
      if (isText(node) && node.mark >= 0 && node.mark < this.#sizes.length) found.push(node.mark);
    return found;
  }

  /**
   * Closes the account: texts in `root` are kept, whatever was recorded before. All others without a record stood
   * outside.
   */
  close(root: DomElement, headingText: string | null): KeptText {
    const kept = this.#marksIn(root);
    const stands = elementsWithin(root, ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']).some(
      (one) => headingText !== null && collapsed(one.textContent) === headingText,
    );
    for (const mark of kept) this.#fates[mark] = isKept;
    if (stands) for (const mark of this.#heading) this.#fates[mark] = isKept;
    const rules = [...this.#rules, outsideRule];
    const { visible, keptCharacters, sums } = this.#sum(rules.length);
    const dropped = rules.map(({ name, reason, isFrame }, at) => ({
      rule: name,
      reason,
      isFrame: isFrame === true,
      characters: sums[at] ?? 0,
    }));
    return keptTextOf(
      visible,
      keptCharacters,
      dropped.filter(({ characters }) => characters > 0),
    );
  }

  /** Sums characters: all, those kept, and those removed by each rule; the last rule has those without a record. */
  #sum(rules: number): {
    readonly visible: number;
    readonly keptCharacters: number;
    readonly sums: number[];
  } {
    const sums = Array.from({ length: rules }, () => 0);
    let [visible, keptCharacters] = [0, 0];
    for (let mark = 0; mark < this.#sizes.length; mark += 1) {
      const size = this.#sizes[mark] ?? 0;
      const fate = this.#fates[mark] ?? undecided;
      visible += size;
      if (fate === isKept) keptCharacters += size;
      else sums[fate === undecided ? rules - 1 : fate]! += size;
    }
    return { visible, keptCharacters, sums };
  }
}

const keptTextOf = (visible: number, keptCharacters: number, dropped: readonly Dropped[]): KeptText => {
  const lost = dropped.reduce((sum, { isFrame, characters }) => sum + (isFrame ? 0 : characters), 0);
  const all = keptCharacters + lost;
  return {
    visible,
    keptCharacters,
    kept: all === 0 ? 1 : Math.floor((1000 * keptCharacters) / all) / 1000,
    dropped,
  };
};

/** Returns the account of a document without a frame, all of which is wanted. */
export const allKept = (text: string): KeptText => {
  const visible = inkIn(text);
  return { visible, keptCharacters: visible, kept: 1, dropped: [] };
};

/** Returns the account of a document without a frame, some of which was left out. */
export const keptBeside = (keptCharacters: number, dropped: readonly Dropped[]): KeptText =>
  keptTextOf(
    dropped.reduce((sum, { characters }) => sum + characters, keptCharacters),
    keptCharacters,
    dropped,
  );

/** The account where no characters were counted. */
export const nothingCounted: KeptText = { visible: 0, keptCharacters: 0, kept: 1, dropped: [] };
