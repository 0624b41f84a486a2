/**
 * What a spreadsheet takes for a formula (OWASP, "CSV Injection"): it begins with one of these. Pages and their sites
 * write what stands in cells.
 */
const formula = /^[=+\-@\t\r\n]/;

const cell = (value: unknown): string => {
  const text =
    value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  // A number is no formula, whatever its sign.
  const inert = typeof value !== 'number' && formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
};

/** Rows as CSV (RFC 4180), the heads first. No cell is a formula: one that begins like it gets an apostrophe. */
export const toCsv = (heads: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [heads, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
