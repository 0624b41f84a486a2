/** What a spreadsheet takes for a formula begins so; a site writes URLs and titles, and would have it computed. */
const beginsFormula = /^[\s\0]*[=+\-@\t\r\n＝＋－＠]/;

/** A cell of a CSV file (RFC 4180) that no spreadsheet computes. */
export const csvCell = (value: string | number | boolean | null): string => {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const inert = beginsFormula.test(value) ? `'${value}` : value;
  return /[",\r\n;\t']/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
};
