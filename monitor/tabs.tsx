import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

/** Several views, one of which is shown; arrow keys go from one to the next. */
export const Tabs = ({
  label,
  views,
}: {
  readonly label: string;
  readonly views: readonly { readonly name: string; readonly show: () => ReactNode }[];
}): ReactNode => {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [chosen, choose] = useState(views[0]?.name);
  const at = Math.max(
    0,
    views.findIndex(({ name }) => name === chosen),
  );
  const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
  const onKey = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (at + step + views.length) % views.length;
    choose(views[next]?.name);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div className="tabs">
      <div role="tablist" aria-label={label} ref={list} onKeyDown={onKey}>
        {views.map(({ name }, index) => (
          <button
            key={name}
            role="tab"
            id={`${id}-${index}`}
            aria-selected={index === at}
            aria-controls={`${id}-panel`}
            tabIndex={index === at ? 0 : -1}
            onClick={() => choose(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${at}`} tabIndex={0}>
        {views[at]?.show()}
      </div>
    </div>
  );
};
