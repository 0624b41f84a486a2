import { Component, type ReactNode } from 'react';
import { Heading } from './parts.tsx';

/** The browser could not load a part of the monitor. */
class PartMissing extends Error {}

/**
 * Loads a part of the monitor when it is first needed.
 *
 * @throws {PartMissing} if the server no longer has it, or none answers.
 */
export const loadPart = async <Part,>(load: () => Promise<Part>): Promise<Part> => {
  try {
    return await load();
  } catch (cause) {
    throw new PartMissing('A part of the monitor could not be loaded', { cause });
  }
};

const explain = (error: Error): string =>
  error instanceof PartMissing
    ? 'A part of the monitor could not be loaded: since this page was opened, Gleaner was updated or has stopped.'
    : `The monitor cannot show what the API answered. That is a mistake of the monitor: ${error.message}.`;

interface Shown {
  readonly place: string;
  readonly error: Error | null;
}

/** Shows a screen; if that fails, why, and a way on. The next screen is shown as usual. */
export class ScreenGuard extends Component<{ readonly place: string; readonly children: ReactNode }, Shown> {
  override state: Shown = { place: this.props.place, error: null };

  static getDerivedStateFromError(error: Error): Partial<Shown> {
    return { error };
  }

  static getDerivedStateFromProps({ place }: { readonly place: string }, shown: Shown): Shown | null {
    return place === shown.place ? null : { place, error: null };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <>
        <Heading>This screen cannot be shown</Heading>
        <div className="refusal" role="alert">
          <p>{explain(error)}</p>
          <button onClick={() => location.reload()}>Load the page again</button>
        </div>
      </>
    );
  }
}
