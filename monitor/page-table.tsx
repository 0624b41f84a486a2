import type { ReactNode } from 'react';
import type { PageLine } from '../lib/steps/api/page-line.ts';
import { Code, JobLink, State } from './parts.tsx';

/** Pages of a job, a line each, which leads to the page's story. */
export const PageTable = ({
  job,
  pages,
}: {
  readonly job: string;
  readonly pages: readonly PageLine[];
}): ReactNode =>
  pages.length === 0 ? (
    <p>None yet.</p>
  ) : (
    <div className="scroll" tabIndex={0} role="region" aria-label="Pages">
      <table>
        <thead>
          <tr>
            <th scope="col">URL</th>
            <th scope="col">State</th>
            <th scope="col" className="number">
              HTTP
            </th>
            <th scope="col">Tier</th>
            <th scope="col" className="number">
              ms
            </th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {pages.map((page) => (
            <tr key={page.id}>
              <td className="url">
                <JobLink id={job} to={`/pages/${page.id}`}>
                  {page.url}
                </JobLink>
                {page.title !== undefined && <span className="title">{page.title}</span>}
              </td>
              <td>
                <State of={page.state} />
              </td>
              <td className="number">{page.status ?? ''}</td>
              <td>{page.tier ?? ''}</td>
              <td className="number">{page.ms ?? ''}</td>
              <td>{page.code !== undefined && <Code code={page.code} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
