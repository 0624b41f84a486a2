import { csvCell } from '../lib/source/audit/csv-cell.ts';

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return csvCell(value);
  return csvCell(JSON.stringify(value));
};

/**
 * Writes rows as CSV (RFC 4180), the heads first. No cell can be a formula for a spreadsheet, because sites write the
 * texts of cells.
 */
export const toCsv = (heads: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [heads, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
