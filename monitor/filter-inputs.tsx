import { useState, type ReactNode } from 'react';
import { Choice } from './parts.tsx';
import type { useFilters } from './use-filters.ts';

type Filters = ReturnType<typeof useFilters>;

/** A filter with a choice of few words. */
export const FilterChoice = ({
  filters,
  name,
  label,
  values,
  emptyAs = 'all',
}: {
  readonly filters: Filters;
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
  readonly emptyAs?: string;
}): ReactNode => (
  <Choice
    label={label}
    emptyAs={emptyAs}
    // The address's own value is always offered, even if no row has it at the moment.
    values={[...new Set([...values, filters.filter(name)])]}
    value={filters.filter(name)}
    onChoose={(value) => filters.choose(name, value)}
  />
);

/**
 * A filter to type; with `onEnter` it takes effect only when the reader has finished, because it calls the API anew.
 */
export const FilterText = ({
  filters,
  name,
  label,
  size = 20,
  type = 'text',
  onEnter = false,
}: {
  readonly filters: Filters;
  readonly name: string;
  readonly label: string;
  readonly size?: number;
  readonly type?: 'text' | 'date';
  readonly onEnter?: boolean;
}): ReactNode => {
  const [typed, setTyped] = useState(filters.filter(name));
  const take = (value: string): void => filters.choose(name, value.trim());
  return (
    <label>
      {label}{' '}
      <input
        type={type}
        value={onEnter ? typed : filters.filter(name)}
        size={size}
        onChange={(event) =>
          onEnter ? setTyped(event.target.value) : filters.choose(name, event.target.value)
        }
        onBlur={() => onEnter && typed.trim() !== filters.filter(name) && take(typed)}
        onKeyDown={(event) => onEnter && event.key === 'Enter' && take(typed)}
      />
    </label>
  );
};
