import { useSearchParams } from 'wouter';

/**
 * Filters of a screen, which are in its address, so that a view can be saved, shared and reloaded. A choice replaces
 * the current address, so that going back leads to the screen before, not through every typed letter.
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
