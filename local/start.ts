import { say } from '../cli/output/write-output.ts';
import { enableCompileCache } from 'node:module';
import { compileCache } from './compile-cache.ts';
import { parseStartArguments, usage } from './start/arguments.ts';

/** `npm start`: runs Gleaner on this machine. */
const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  process.stderr.write(
    'Gleaner runs on Node 24, which npm ci installs beside it: start it with npm start.\n',
  );
  process.exit(2);
}
enableCompileCache(compileCache);

const parsed = parseStartArguments(process.argv.slice(2), process.env);
if (parsed.kind === 'help') process.stdout.write(usage);
else if (parsed.kind === 'malformed') {
  process.stderr.write(`${parsed.message}\nSee: npm start -- --help\n`);
  process.exitCode = 2;
} else {
  const { run } = await import('./start/run.ts');
  try {
    process.exit(await run(parsed.arguments));
  } catch (error) {
    say(`\n${(error as Error).message}`);
    process.exit(1);
  }
}
