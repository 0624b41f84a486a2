import { getObject, type Objects } from '../../store/objects.ts';
import { envelopeSchema, type Envelope } from '../../envelope/envelope.ts';
import type { Tracked } from '../../frontier/page.ts';
import { makeChangeTracking, type ChangeTracking } from '../../deliver/results/page-change.ts';
import { changedFields } from '../../deliver/results/changed-fields.ts';
import { unifiedDiff } from '../../deliver/results/unified-diff.ts';

export interface TrackedChange {
  readonly changeTracking: ChangeTracking;
  /** Why something that was asked for is missing. */
  readonly warning?: string;
}

const readPrevious = async (envelopes: Objects, { key }: Tracked): Promise<Envelope | null> => {
  const text = key === undefined ? null : await getObject(envelopes, key);
  return text === null ? null : envelopeSchema.parse(JSON.parse(text));
};

type Told = Pick<ChangeTracking, 'diff' | 'json'> & Pick<TrackedChange, 'warning'>;

const textDiffOf = (previous: string, current: Envelope): Told => {
  const diff = unifiedDiff(previous, current.content.body);
  return diff === null
    ? { warning: 'The difference to the version before is too long for an answer' }
    : { diff };
};

const isLacking = ({ extraction }: Envelope): boolean => extraction?.lacking?.includes('changes') === true;

/**
 * Says why no fields of two versions are compared: one was never asked, could not answer, or was asked something else.
 */
const whyNoFields = (previous: Envelope, current: Envelope): string => {
  if (isLacking(current)) return 'The fields of this version could not be extracted';
  if (current.extraction?.changes === undefined) return 'No fields were extracted from this version';
  if (isLacking(previous)) return 'The fields of the version before could not be extracted';
  return previous.extraction?.changes === undefined
    ? 'No fields were extracted from the version before'
    : 'The version before was asked for other fields';
};

/** Lists the fields that differ between the answers of both versions to the same question. */
const fieldsOf = ({ key }: Tracked, previous: Envelope, current: Envelope): Told => {
  const now = current.extraction?.changes;
  const before = previous.extraction?.changes;
  if (now?.compared !== undefined && now.compared.key === key)
    return { json: changedFields(now.compared.previous, now.compared.current) };
  if (now !== undefined && before?.order === now.order)
    return { json: changedFields(before.value, now.value) };
  return { warning: `${whyNoFields(previous, current)}, so none are compared` };
};

/**
 * Describes how a page changed, from the two versions that were noted when it ended, so it is the same whenever it is
 * read. If a version cannot be compared, or the difference is too long, a warning says so and the rest stays.
 */
export const readChangeTracking = async (
  envelopes: Objects,
  tracked: Tracked,
  current: Envelope,
): Promise<TrackedChange> => {
  const changeTracking = makeChangeTracking(tracked);
  const { status, modes } = tracked;
  if (status !== 'changed' || modes.length === 0) return { changeTracking };
  const previous = await readPrevious(envelopes, tracked);
  if (previous === null) {
    const why = tracked.key === undefined ? 'may expire before these results do' : 'is no longer kept';
    const warning = `The version before ${why}: the page has changed, and is not compared with it`;
    return { changeTracking, warning };
  }
  const reread = tracked.reread === undefined ? null : await getObject(envelopes, tracked.reread);
  const { warning: textWarning, ...text } = modes.includes('git-diff')
    ? textDiffOf(reread ?? previous.content.body, current)
    : {};
  const { warning: fieldWarning, ...fields } = modes.includes('json')
    ? fieldsOf(tracked, previous, current)
    : {};
  const warning = [textWarning, fieldWarning].filter((one) => one !== undefined).join('. ');
  return {
    changeTracking: { ...changeTracking, ...text, ...fields },
    ...(warning === '' ? {} : { warning }),
  };
};
