import * as z from 'zod';

/**
 * A number, or text that is one, as settings and variables of the environment have it. Blank text is no number,
 * although `Number('')` is 0: a shell makes it of a variable that is not set.
 */
export const writtenNumber = (number: z.ZodNumber) =>
  z.preprocess((given) => (typeof given === 'string' && given.trim() !== '' ? Number(given) : given), number);
