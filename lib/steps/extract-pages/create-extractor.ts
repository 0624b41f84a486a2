import type { Extractor } from '../../extract/model/extraction-outcome.ts';
import { extractFormats } from '../../extract/model/extract-formats.ts';
import { createModels, type ModelsDependencies } from './create-models.ts';

/** Makes what answers pages in a deployment: with the models that it has keys for, and the answers that it has kept. */
export const createExtractor = (dependencies: ModelsDependencies): Extractor =>
  extractFormats(createModels(dependencies));
