import { refuseArguments } from '../../test/command-line/command-arguments.ts';

/** Reads a whole number from 1 to `most`; refuses the arguments for any other text. */
export const wholeNumber = (text: string, most: number): number => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  refuseArguments(`${text}: expected a whole number from 1 to ${most}`);
};
