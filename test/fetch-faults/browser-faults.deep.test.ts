import { browserAttackCases } from './browser-attack-cases.ts';
import { browserCaptureCases } from './browser-capture-cases.ts';
import { browserCases } from './browser-cases.ts';
import { browserContentCases } from './browser-content-cases.ts';
import { runCases } from './run-cases.ts';

runCases([...browserCases, ...browserContentCases, ...browserCaptureCases, ...browserAttackCases]);
