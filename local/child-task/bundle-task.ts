import { stop } from 'esbuild';
import { bundleFolders, bundleFunctions } from '../../infra/bundle.ts';
import { answerTask } from './answer-task.ts';

/** Bundles the functions into `outdir`, and answers the folder of each. */
answerTask(async (input) => {
  const { outdir } = input as { readonly outdir: string };
  try {
    return bundleFolders(await bundleFunctions({ outdir }));
  } finally {
    await stop();
  }
});
