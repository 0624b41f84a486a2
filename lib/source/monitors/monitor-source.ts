import { cadences } from '../cadence.ts';
import type { MonitorRequest, MonitorUpdate } from './monitor-request.ts';
import { readScheduleText } from './schedule-text.ts';
import type { PlainObject } from '../../plain-object.ts';

/** The manifest that holds a team's monitors, as ordinary sources. */
export const monitorsManifest = 'monitors';

/** A source as a manifest writes it. */
export type WrittenSource = PlainObject & { readonly id: string };

type Read =
  | { readonly ok: true; readonly source: WrittenSource }
  | { readonly ok: false; readonly message: string };

const cadence = (
  schedule: NonNullable<MonitorUpdate['schedule']>,
): { readonly cron: string } | { readonly problem: string } => {
  const { cron, text } = schedule;
  if ((cron === undefined) === (text === undefined)) return { problem: 'expected one of cron and text' };
  const read = cron ?? readScheduleText(text ?? '');
  return read === null
    ? {
        problem: `expected words such as "every 30 minutes" or "daily at 9:00", found ${JSON.stringify(text)}`,
      }
    : { cron: read };
};

const targetFields = (target: MonitorRequest['targets'][number] | undefined): Omit<WrittenSource, 'id'> => {
  if (target === undefined) return {};
  const scrape = target.scrapeOptions;
  if (target.type === 'scrape')
    return { method: 'batch', urls: target.urls, url: undefined, scrape, crawl: undefined };
  return { method: 'crawl', url: target.url, urls: undefined, scrape, crawl: target.crawlOptions };
};

/**
 * Makes the source for a monitor from the request and, for a change, from the source before.
 *
 * @param now ISO 8601.
 */
export const monitorSource = (
  before: WrittenSource | { readonly id: string },
  asked: MonitorUpdate,
  now: string,
): Read => {
  const due = asked.schedule === undefined ? null : cadence(asked.schedule);
  if (due !== null && 'problem' in due)
    return { ok: false, message: `Cannot accept the request: schedule: ${due.problem}` };
  const { timezone } = asked.schedule ?? {};
  const source = {
    ...before,
    ...(due === null ? {} : Object.fromEntries(cadences.map((name) => [name, undefined]))),
    ...(asked.name === undefined ? {} : { name: asked.name }),
    ...(asked.status === undefined ? {} : { status: asked.status }),
    ...(asked.goal === undefined ? {} : { description: asked.goal === null ? undefined : asked.goal }),
    ...due,
    ...(timezone === undefined ? {} : { timezone }),
    ...targetFields(asked.targets?.[0]),
    metadata: { monitor_updated_at: now },
  };
  const said = Object.entries(source).filter(([, value]) => value !== undefined);
  return { ok: true, source: { ...Object.fromEntries(said), id: before.id } };
};
