import type { ReactNode } from 'react';

const [width, height] = [600, 140];
/** Widest bar, so that few columns still look like bars. */
const barMax = 40;

/** A column of a plot: its label, and a value for each series. */
export interface PlotColumn {
  readonly key: string;
  /** Words, or the moment at which it begins. */
  readonly label: ReactNode;
  readonly values: readonly number[];
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const Bars = ({
  columns,
  most,
  tones,
}: {
  readonly columns: readonly PlotColumn[];
  readonly most: number;
  readonly tones: readonly number[];
}): ReactNode => {
  const step = Math.min(barMax, width / Math.max(1, columns.length));
  const gap = Math.min(2, step / 5);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {[0.25, 0.5, 0.75].map((share) => (
        <line key={share} x1={0} x2={width} y1={height * share} y2={height * share} />
      ))}
      {columns.map(({ key, values }, index) => {
        let top = height;
        return values.map((value, series) => {
          const tall = (value / most) * height;
          top -= tall;
          return (
            <rect
              key={`${key} ${series}`}
              className={`tone-${tones[series] ?? series % 6}`}
              x={index * step}
              y={top}
              width={Math.max(0.5, step - gap)}
              height={tall}
            />
          );
        });
      })}
    </svg>
  );
};

const Legend = ({
  series,
  tones,
}: {
  readonly series: readonly string[];
  readonly tones: readonly number[];
}): ReactNode => (
  <ul className="legend">
    {series.map((name, index) => (
      <li key={name}>
        <svg viewBox="0 0 10 10" aria-hidden="true">
          <rect className={`tone-${tones[index] ?? index % 6}`} width={10} height={10} />
        </svg>{' '}
        {name}
      </li>
    ))}
  </ul>
);

/**
 * Bars over columns, with the series stacked, and the table of their numbers behind it. The picture alone never carries
 * information.
 *
 * @param format Writes a value.
 */
export const StackedBars = ({
  title,
  head,
  series,
  columns,
  format,
  tones = [],
}: {
  readonly title: string;
  /** The head of the table's first column. */
  readonly head: string;
  readonly series: readonly string[];
  readonly columns: readonly PlotColumn[];
  readonly format: (value: number) => string;
  /** Tones of the series, 0 to 5; by default in their order. */
  readonly tones?: readonly number[];
}): ReactNode => {
  const most = Math.max(0, ...columns.map(({ values }) => sum(values)));
  const [first, last] = [columns[0], columns.at(-1)];
  return (
    <figure className="plot">
      <figcaption>{title}</figcaption>
      {series.length > 1 && <Legend series={series} tones={tones} />}
      <p className="axis">{format(most)}</p>
      <Bars columns={columns} most={most === 0 ? 1 : most} tones={tones} />
      <p className={columns.length < width / barMax ? 'axis near' : 'axis'}>
        {first?.label}
        {last !== first && <> – {last?.label}</>}
      </p>
      <details>
        <summary>Its numbers</summary>
        <div className="scroll" tabIndex={0} role="region" aria-label={`Numbers: ${title}`}>
          <table>
            <thead>
              <tr>
                <th scope="col">{head}</th>
                {series.map((name) => (
                  <th key={name} scope="col" className="number">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {columns.map(({ key, label, values }) => (
                <tr key={key}>
                  <th scope="row">{label}</th>
                  {values.map((value, index) => (
                    <td key={series[index]} className="number">
                      {format(value)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
};
