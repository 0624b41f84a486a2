/** An item of a document client. */
export type Item = Readonly<Record<string, unknown>>;

/** The parts of a call that an expression refers to. */
export interface Names {
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>> | undefined;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>> | undefined;
}

/** A part of an expression that has a value. */
export type ExpressionValue = (item: Item, names: Names) => unknown;
/** Names and places that lead to an attribute. */
export type AttributePath = readonly (string | number)[];

const token = /\s*(:\w+|#\w+|[A-Za-z_]\w*|\d+|<>|<=|>=|[=<>(),+\-.[\]])/y;

const tokensOf = (text: string): string[] => {
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (text.slice(token.lastIndex).trim() !== '') {
    const at = token.lastIndex;
    const found = token.exec(text)?.[1];
    if (found === undefined) throw new Error(`Cannot read "${text.slice(at)}" of ${text}`);
    tokens.push(found);
  }
  return tokens;
};

export const attributeName = ({ ExpressionAttributeNames: names = {} }: Names, name: string): string => {
  const named = name.startsWith('#') ? names[name] : name;
  if (named === undefined) throw new Error(`No name ${name}`);
  return named;
};

/** Reads an attribute; undefined where there is none. */
export const readAttribute = (item: Item, path: AttributePath, names: Names): unknown =>
  path.reduce<unknown>(
    (value, step) =>
      typeof value !== 'object' || value === null
        ? undefined
        : (value as Item)[typeof step === 'number' ? step : attributeName(names, step)],
    item,
  );

const sizeOf = (value: unknown): number =>
  value instanceof Set ? value.size : ((value as { length?: number } | undefined)?.length ?? 0);

/** Returns what reads an expression, token by token. */
export const readExpression = (text: string) => {
  const tokens = tokensOf(text);
  let at = 0;
  const next = (): string => tokens[at] ?? '';
  const take = (): string => tokens[at++] ?? '';
  const expect = (wanted: string): void => {
    const found = take();
    if (found !== wanted) throw new Error(`Expected ${wanted}, found "${found}" in ${text}`);
  };
  const isWord = (word: string): boolean => next().toUpperCase() === word;
  const path = (): AttributePath => {
    const steps: (string | number)[] = [take()];
    for (;;) {
      if (next() === '.') {
        take();
        steps.push(take());
      } else if (next() === '[') {
        take();
        steps.push(Number(take()));
        expect(']');
      } else return steps;
    }
  };
  const list = <Part>(part: () => Part): Part[] => {
    const parts = [part()];
    while (next() === ',') {
      take();
      parts.push(part());
    }
    return parts;
  };
  const inBrackets = <Part>(part: () => Part): Part => {
    expect('(');
    const value = part();
    expect(')');
    return value;
  };
  const operand = (): ExpressionValue => {
    if (next().startsWith(':')) {
      const name = take();
      return (_item, { ExpressionAttributeValues: values = {} }) => {
        if (!(name in values)) throw new Error(`No value of ${name}`);
        return values[name];
      };
    }
    if (next() === 'size' && tokens[at + 1] === '(') {
      take();
      const measured = inBrackets(path);
      return (item, names) => {
        const value = readAttribute(item, measured, names);
        return value === undefined ? undefined : sizeOf(value);
      };
    }
    if (next() === 'if_not_exists') {
      take();
      const [wanted, other] = inBrackets(() => {
        const first = path();
        expect(',');
        return [first, operand()] as const;
      });
      return (item, names) => readAttribute(item, wanted, names) ?? other(item, names);
    }
    if (next() === 'list_append') {
      take();
      const [first, second] = inBrackets(() => list(operand));
      return (item, names) => [
        ...((first?.(item, names) ?? []) as unknown[]),
        ...((second?.(item, names) ?? []) as unknown[]),
      ];
    }
    const found = path();
    return (item, names) => readAttribute(item, found, names);
  };
  const sum = (): ExpressionValue => {
    let value = operand();
    while (next() === '+' || next() === '-') {
      const sign = take() === '+' ? 1 : -1;
      const [left, right] = [value, operand()];
      value = (item, names) => Number(left(item, names)) + sign * Number(right(item, names));
    }
    return value;
  };
  return {
    next,
    take,
    expect,
    isWord,
    path,
    list,
    inBrackets,
    operand,
    sum,
    isOver: () => at >= tokens.length,
  };
};
