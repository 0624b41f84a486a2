import { bundleFolders, bundleFunctions } from '../../infra/bundle.ts';
import { answerTask } from './answer-task.ts';

/**
 * Bundles the functions into `outdir`, and answers the folder of each. The bundler's own process ends with this one.
 */
answerTask(async (input) => {
  const { outdir } = input as { readonly outdir: string };
  return bundleFolders(await bundleFunctions({ outdir }));
});
