import { useState, type ReactNode } from 'react';
import { Choice } from './parts.tsx';
import type { useFilters } from './use-filters.ts';

type Filters = ReturnType<typeof useFilters>;

/** A filter that is one of few words. */
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
    // What the address says stands for choice, whether or not anything is like it just now.
    values={[...new Set([...values, filters.filter(name)])]}
    value={filters.filter(name)}
    onChoose={(value) => filters.choose(name, value)}
  />
);

/** A filter that is typed; with `onEnter` it holds only once its reader has finished, since the API is asked anew. */
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
