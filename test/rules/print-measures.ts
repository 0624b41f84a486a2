import { execFileSync } from 'node:child_process';
import { commandArguments } from '../command-line/command-arguments.ts';
import { deletedNet, measureTree } from './measures.ts';
import { markdownFiles, root, sourceFiles } from './source-files.ts';

/** `npm run measures [-- --since REVISION]`: the size and the shape of the tree, and what was deleted since then. */
const { values } = commandArguments('npm run measures', {
  options: { since: { type: 'string', default: 'HEAD' } },
});
const numstat = execFileSync('git', ['diff', '--numstat', '--no-renames', values.since], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1_024 * 1_024,
});
const measured = {
  ...measureTree(sourceFiles(), markdownFiles()),
  [`lines of the product deleted net since ${values.since}`]: deletedNet(numstat),
};
for (const [name, value] of Object.entries(measured)) {
  process.stdout.write(`${String(value).padStart(7)}  ${name}\n`);
}
