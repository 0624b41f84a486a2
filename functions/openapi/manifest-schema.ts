import * as z from 'zod';
import { manifestSchema } from '../../lib/source/manifest.ts';

/** Makes the JSON Schema of manifests, with which editors complete and check them: `docs/schemas/sources-v1.json`. */
export const manifestSchemaText = (): string => {
  const schema = z.toJSONSchema(manifestSchema, { io: 'input', unrepresentable: 'any', reused: 'ref' });
  const described = { title: 'Gleaner manifest of sources, version 1', ...schema };
  return `${JSON.stringify(described, null, 2)}\n`;
};
