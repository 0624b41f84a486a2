import type { ReactNode } from 'react';
import type { RatePoint } from './screens/job.tsx';

const [width, height] = [600, 80];

/** Pages a second between two looks, as a line; the numbers are in the sentence above it. */
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
    </figure>
  );
};
