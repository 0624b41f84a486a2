import { browserAttackCases } from './browser-attack-cases.ts';
import { browserCaptureCases } from './browser-capture-cases.ts';
import { browserCases } from './browser-cases.ts';
import { browserContentCases } from './browser-content-cases.ts';
import { quarterOfRun } from '../slices/slices.ts';
import { runCases } from './run-cases.ts';

const cases = [...browserCases, ...browserContentCases, ...browserCaptureCases, ...browserAttackCases];
runCases(cases, quarterOfRun(cases));
