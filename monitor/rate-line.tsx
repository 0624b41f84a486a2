import type { ReactNode } from 'react';
import { formatCount } from './format.ts';
import { Time } from './parts.tsx';

/** How many pages had ended at a moment (milliseconds since the epoch). */
export interface RatePoint {
  readonly at: number;
  readonly finished: number;
}

const [width, height] = [600, 80];

/** Pages a second between two requests, as a line, with the table of its numbers behind it. */
export const RateLine = ({ points }: { readonly points: readonly RatePoint[] }): ReactNode => {
  const rates = points.slice(1).map((point, index) => {
    const before = points[index] ?? point;
    return ((point.finished - before.finished) * 1_000) / Math.max(1, point.at - before.at);
  });
  const most = Math.max(1, ...rates);
  const step = width / Math.max(1, rates.length - 1);
  const line = rates
    .map((rate, index) => `${(index * step).toFixed(1)},${(height - (rate / most) * height).toFixed(1)}`)
    .join(' ');
  return (
    <figure className="rate">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <polyline points={line} />
      </svg>
      <figcaption>Pages a second since this screen was opened, at most {most.toFixed(1)}</figcaption>
      <details>
        <summary>Its numbers</summary>
        <div className="scroll" tabIndex={0} role="region" aria-label="Numbers: pages a second">
          <table>
            <thead>
              <tr>
                <th scope="col">Until</th>
                <th scope="col" className="number">
                  Ended by then
                </th>
                <th scope="col" className="number">
                  Pages a second
                </th>
              </tr>
            </thead>
            <tbody>
              {points.slice(1).map(({ at, finished }, index) => (
                <tr key={at}>
                  <th scope="row">
                    <Time at={new Date(at).toISOString()} />
                  </th>
                  <td className="number">{formatCount(finished)}</td>
                  <td className="number">{(rates[index] ?? 0).toFixed(1)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
};
