/** Writes a name as a step of a JSON pointer (RFC 6901, section 3). */
export const stepsTo = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
