import { measureTree } from './measures.ts';
import { markdownFiles, sourceFiles } from './source-files.ts';

for (const [name, value] of Object.entries(measureTree(sourceFiles(), markdownFiles()))) {
  process.stdout.write(`${String(value).padStart(7)}  ${name}\n`);
}
