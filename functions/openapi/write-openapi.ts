import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { documentText } from './make-document.ts';

/** `npm run openapi`: writes `docs/openapi.json`. */
const file = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));
writeFileSync(file, documentText());
console.log(`Wrote ${file}`);
