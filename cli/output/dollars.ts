/** Writes an amount of dollars with two significant digits: $12.30, $0.0052. */
export const formatDollars = (amount: number | null): string => {
  if (amount === null) return 'not known';
  if (amount === 0) return '$0';
  const digits = amount >= 1 ? 2 : Math.min(9, 1 - Math.floor(Math.log10(amount)));
  return `$${amount.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
};
