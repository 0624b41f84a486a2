/**
 * How links are written: with the absolute address after their text; with an address relative to the page if it leads
 * to the same host; or by a number, with the addresses at the end.
 */
export const linkStyles = ['absolute', 'relative', 'reference'] as const;
export type LinkStyle = (typeof linkStyles)[number];
