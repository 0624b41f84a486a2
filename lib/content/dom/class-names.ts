/** Questions that are asked of classes, made where modules begin. */
let questions = 0;

/**
 * The text of a class attribute, with what was found out about it. Elements of a page share most of their classes,
 * and so do the pages of a site; each question is answered once for a text, however many elements have it.
 */
export class ClassNames {
  readonly text: string;
  /** By the number of the question; room for all of them, since most are asked. */
  readonly answers: unknown[] = Array.from({ length: questions });
  #list: readonly string[] | null = null;

  constructor(text: string) {
    this.text = text;
  }

  /** The names in it, in the page's order. */
  get list(): readonly string[] {
    this.#list ??= this.text.split(/\s+/).filter((name) => name !== '');
    return this.#list;
  }
}

export const noClassNames = new ClassNames('');

/** Texts that are kept between pages, and how long one may be; a longer one is of one element alone. */
const [knownMax, charactersMax] = [5_000, 500] as const;
const known = new Map<string, ClassNames>();

/** The same text in memory of its own: a part of a page's text would keep all of the page. */
export const detached = (text: string): string => ` ${text}`.slice(1);

/** The names in the text of a class attribute. */
export const classNames = (text: string): ClassNames => {
  if (text === '') return noClassNames;
  if (text.length > charactersMax) return new ClassNames(text);
  const before = known.get(text);
  if (before !== undefined) return before;
  if (known.size >= knownMax) known.clear();
  const own = detached(text);
  const made = new ClassNames(own);
  known.set(own, made);
  return made;
};

/**
 * Makes a question about classes, whose answer must not depend on anything else. To be made once, where a module
 * begins.
 */
export const askClasses = <T extends boolean | number | readonly string[]>(
  answer: (names: ClassNames) => T,
): ((element: { readonly classes: ClassNames }) => T) => {
  const at = questions;
  questions += 1;
  return ({ classes }) => {
    const before = classes.answers[at] as T | undefined;
    if (before !== undefined) return before;
    const found = answer(classes);
    classes.answers[at] = found;
    return found;
  };
};

/** Asks whether the text of an element's classes matches. */
export const classMatches = (pattern: RegExp): ((element: { readonly classes: ClassNames }) => boolean) =>
  askClasses(({ text }) => pattern.test(text));
