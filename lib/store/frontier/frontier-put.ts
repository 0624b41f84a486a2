import type { VersionItem } from '../../envelope/version-items.ts';
import type { OutboxItem } from '../webhooks/outbox.ts';
import type { PageAnswerItem } from './page-extractions.ts';

/** An item outside the frontier that changes with it, in the same transaction. */
export type FrontierPut = VersionItem | OutboxItem | PageAnswerItem;
