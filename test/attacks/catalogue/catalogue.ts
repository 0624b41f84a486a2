import { accessAttacks } from './access-attacks.ts';
import type { Attack } from './attack.ts';
import { bombAttacks } from './bomb-attacks.ts';
import { floodAttacks } from './flood-attacks.ts';
import { localAttacks } from './local-attacks.ts';
import { documentAttacks } from './document-attacks.ts';
import { organAttacks } from './organ-attacks.ts';
import { protocolAttacks } from './protocol-attacks.ts';
import { reachAttacks } from './reach-attacks.ts';
import { workAttacks } from './work-attacks.ts';

/** Everything that is tried (docs/security.md). */
export const catalogue: readonly Attack[] = [
  ...reachAttacks,
  ...accessAttacks,
  ...localAttacks,
  ...bombAttacks,
  ...documentAttacks,
  ...organAttacks,
  ...protocolAttacks,
  ...workAttacks,
  ...floodAttacks,
];

/** Groups of attacks that take milliseconds each, of which some are tried with every change. */
const quick = new Set([
  'addresses',
  'keys',
  'scopes',
  'tenancy',
  'uploads',
  'local services',
  'bodies',
  'sources',
  'monitors and alerts',
  'corpus',
  'cursors',
  'tools',
]);
const quickShare = 10;

/** Every tenth of the quick ones, and all of what tools say. */
export const quickCatalogue: readonly Attack[] = catalogue.filter(
  ({ group }, at) => quick.has(group) && (at % quickShare === 0 || group === 'tools'),
);
