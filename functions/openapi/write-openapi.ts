import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { documentText } from './make-document.ts';
import { manifestSchemaText } from './manifest-schema.ts';

/** `npm run openapi`: writes `docs/openapi.json` and the schema of manifests. */
const files = { 'openapi.json': documentText(), 'schemas/sources-v1.json': manifestSchemaText() };
for (const [name, text] of Object.entries(files)) {
  const file = fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));
  writeFileSync(file, text);
  console.log(`Wrote ${file}`);
}
