import type { Extractor } from '../../extract/model/extraction-outcome.ts';
import { extractFormats } from '../../extract/model/extract-formats.ts';
import { createModels, type ModelsDependencies } from './create-models.ts';

/** Makes the extractor of a deployment, from the models that it has keys for and the answers that it has kept. */
export const createExtractor = (dependencies: ModelsDependencies): Extractor =>
  extractFormats(createModels(dependencies));
