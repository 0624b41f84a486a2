import { accessAttacks } from './access-attacks.ts';
import type { Attack } from './attack.ts';
import { bombAttacks } from './bomb-attacks.ts';
import { localAttacks } from './local-attacks.ts';
import { protocolAttacks } from './protocol-attacks.ts';
import { reachAttacks } from './reach-attacks.ts';

/** Everything that is tried (docs/security.md). */
export const catalogue: readonly Attack[] = [
  ...reachAttacks,
  ...accessAttacks,
  ...localAttacks,
  ...bombAttacks,
  ...protocolAttacks,
];
