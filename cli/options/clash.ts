import type { Clash, Command, OptionValues } from '../command.ts';

const named = (options: readonly string[]): string[] => options.map((option) => `--${option}`);

const anyOf = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/** Says why a given option would have no effect by one clash; null if it has one. */
const clashOf = (
  clash: Clash,
  option: string,
  isGiven: (option: string) => boolean,
  { name, operandCompletes = [] }: Pick<Command, 'name' | 'operandCompletes'>,
  [first = '']: readonly string[],
): string | null => {
  if ('without' in clash)
    return clash.without.some((other) => isGiven(other))
      ? null
      : `--${option} has an effect only with ${anyOf(named(clash.without))}: add it, or leave --${option} out`;
  if ('actions' in clash) {
    const action = first === '' ? 'list' : first;
    // An action that there is not is told as such.
    if (!operandCompletes.includes(action) || clash.actions.includes(action)) return null;
    return `--${option} is for ${name} ${clash.actions.join(', ')}, not for ${action}`;
  }
  if (clash.beside === 'operand')
    return first === '' ? null : `--${option} has no effect beside ${first}: ${clash.why}`;
  const other = clash.beside.find((each) => isGiven(each));
  return other === undefined ? null : `--${option} and --${other} exclude each other: ${clash.why}`;
};

/** Says of the first option that would have no effect why not; null if each has one. */
export const clashIn = (
  command: Pick<Command, 'name' | 'clashes' | 'operandCompletes'>,
  values: OptionValues,
  operands: readonly string[],
): string | null => {
  const isGiven = (option: string): boolean => values[option] !== undefined && values[option] !== false;
  for (const clash of command.clashes ?? [])
    for (const option of clash.options.filter((each) => isGiven(each))) {
      const why = clashOf(clash, option, isGiven, command, operands);
      if (why !== null) return why;
    }
  return null;
};
