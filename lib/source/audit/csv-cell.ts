/** Beginnings that make a spreadsheet compute a cell as a formula. Sites write URLs and titles, and could use that. */
const beginsFormula = /^[\s\0]*[=+\-@\t\r\n＝＋－＠]/;

/** Writes a cell of a CSV file (RFC 4180) that no spreadsheet computes. */
export const csvCell = (value: string | number | boolean | null): string => {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const inert = beginsFormula.test(value) ? `'${value}` : value;
  return /[",\r\n;\t']/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
};
