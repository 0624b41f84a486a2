import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { callLogVariable } from '../../local/calls/call-log.ts';
import { readCallLog } from './read-call-log.ts';

/** The projects whose calls use every grant. */
const callingProjects = ['gleaner', 'gleaner-apart', 'deep-stacks', 'deep-apart'];

/**
 * Whether every test whose calls are noted ran and passed: only then does a grant that nothing used say something. The
 * two commands for tests run some of them each; `npm run check:account` judges what both noted.
 */
const isWhole = async ({ vitest }: TestProject): Promise<boolean> => {
  const projects = vitest.projects.filter(({ name }) => callingProjects.includes(name));
  const listed = await Promise.all(projects.map(async (project) => await project.globTestFiles()));
  const ran = vitest.state.getFiles().filter(({ projectName = '' }) => callingProjects.includes(projectName));
  return (
    projects.length === callingProjects.length &&
    vitest.config.testNamePattern === undefined &&
    new Set(ran.map(({ filepath }) => filepath)).size ===
      listed.flatMap(({ testFiles }) => testFiles).length &&
    ran.every((file) => file.result?.state !== 'fail')
  );
};

/**
 * Has the stacks and pipelines of a run's tests note every call to AWS that a function makes, and judges them all
 * when the run
 * is over: it fails where a policy denies one, and, after a whole run, where a grant stands that nothing used.
 */
export const setup = (project: TestProject): (() => Promise<void>) => {
  // Whoever names a folder judges the calls of several runs together, and removes it.
  const given = process.env[callLogVariable];
  const folder = given ?? mkdtempSync(join(tmpdir(), 'gleaner-calls-'));
  process.env[callLogVariable] = folder;
  return async () => {
    const calls = readCallLog(folder);
    if (given === undefined) rmSync(folder, { recursive: true, force: true });
    if (calls.length === 0) return;
    const { reportPermissions } = await import('./report-permissions.ts');
    const { lines, faults } = await reportPermissions(calls, await isWhole(project));
    for (const line of lines) project.vitest.logger.log(line);
    if (faults > 0) process.exitCode = 1;
  };
};
