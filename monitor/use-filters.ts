import { useSearchParams } from 'wouter';

/**
 * Filters of a screen, which stand in its address: what is shown can be kept, handed on and loaded anew. Choosing
 * changes the address where it is; the way back leads to the screen before, not through every letter that was typed.
 */
export const useFilters = (): {
  readonly filter: (name: string) => string;
  readonly choose: (name: string, value: string) => void;
} => {
  const [params, setParams] = useSearchParams();
  const filter = (name: string): string => params.get(name) ?? '';
  const choose = (name: string, value: string): void =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return { filter, choose };
};
