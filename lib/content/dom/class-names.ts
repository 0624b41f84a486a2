const namesIn = (text: string): string[] => text.split(/\s+/).filter((name) => name !== '');

/** How many questions about classes there are; modules make them when they are loaded. */
let questions = 0;
/** Room for the answers to all questions. Copying this is cheaper than filling a new array. */
let unanswered: readonly unknown[] = [];

/**
 * Names of utility classes (Tailwind, UnoCSS) say how an element looks, and when: `md:flex`, `hover:bg-red`,
 * `min-h-[calc(100vh-var(--header-height))]`, `group/tooltip`, `@container/menu`. No word in them says what the element
 * is. A style sheet has to escape these signs, so other names do without. `brush:` is one of a highlighter's settings.
 */
const utilityName = /[[\]/@{}()]|:./;

/**
 * The text of a class attribute, with the answers to questions about it. Elements of a page share most of their
 * classes, and so do the pages of a site; each question is answered once for a text, however many elements have it.
 */
export class ClassNames {
  readonly text: string;
  /** The text without the names of utility classes: what may say what the element is. */
  readonly told: string;
  /** Answers by the number of the question. There is room for all of them, because most are asked. */
  readonly answers: unknown[] = unanswered.slice();
  #list: readonly string[] | null = null;

  constructor(text: string) {
    this.text = text;
    this.told = utilityName.test(text)
      ? namesIn(text)
          .filter((name) => !utilityName.test(name))
          .join(' ')
      : text;
  }

  /** All names in it, in the page's order. */
  get list(): readonly string[] {
    this.#list ??= namesIn(this.text);
    return this.#list;
  }

  /** The names that may say what the element is. */
  get toldList(): readonly string[] {
    return this.told === this.text ? this.list : namesIn(this.told);
  }
}

export const noClassNames = new ClassNames('');

/** How many texts are kept between pages, and how long one may be. A longer one belongs to one element only. */
const [knownMax, charactersMax] = [5_000, 500] as const;
const known = new Map<string, ClassNames>();

/** Copies a text into memory of its own: a slice of a page's text would keep the whole page in memory. */
export const detached = (text: string): string => ` ${text}`.slice(1);

/** Returns the `ClassNames` for the text of a class attribute. */
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
 * Makes a question about classes. The answer must depend on the classes alone. Call this once, when a module is loaded.
 */
export const askClasses = <T extends boolean | number | readonly string[]>(
  answer: (names: ClassNames) => T,
): ((element: { readonly classes: ClassNames }) => T) => {
  const at = questions;
  questions += 1;
  unanswered = Array.from({ length: questions });
  return ({ classes }) => {
    const before = classes.answers[at] as T | undefined;
    if (before !== undefined) return before;
    const found = answer(classes);
    classes.answers[at] = found;
    return found;
  };
};

/** Makes a question whether the text of an element's classes matches the pattern, utility classes left out. */
export const classMatches = (pattern: RegExp): ((element: { readonly classes: ClassNames }) => boolean) =>
  askClasses(({ told }) => pattern.test(told));
