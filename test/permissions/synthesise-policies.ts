import type { Settings } from '../../infra/options.ts';
import { synthesiseAssembly } from '../infra/synthesise.ts';
import { readPolicies, type StackPolicies } from './policies.ts';

/** The policies of the stack, synthesised anew; with a corpus unless the settings say otherwise. */
export const synthesisePolicies = (settings: Settings = {}): StackPolicies =>
  readPolicies(synthesiseAssembly(settings));
