const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Reads `9`, `9:30`, `9 am`, `21:05`, `noon`, `midnight`. */
const clock = (text: string): { readonly hour: number; readonly minute: number } | null => {
  if (text === 'noon') return { hour: 12, minute: 0 };
  if (text === 'midnight') return { hour: 0, minute: 0 };
  const [, hours, minutes = '0', half] = /^(\d{1,2})(?::(\d{2}))?\s*(am|pm)?$/.exec(text) ?? [];
  if (hours === undefined) return null;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'pm' ? 12 : 0);
  const minute = Number(minutes);
  return hour > 23 || minute > 59 || (half !== undefined && Number(hours) > 12) ? null : { hour, minute };
};

/**
 * Returns a cron expression for every so many minutes or hours; null unless they divide the hour or the day, because
 * only then the distances are equal.
 */
const every = (count: number, unit: string): string | null => {
  if (unit.startsWith('minute')) return count >= 1 && 60 % count === 0 ? `*/${count} * * * *` : null;
  if (unit.startsWith('hour')) return count >= 1 && 24 % count === 0 ? `0 */${count} * * *` : null;
  return unit.startsWith('day') && count === 1 ? '0 0 * * *' : null;
};

const atTime = (text: string | undefined, rest: string): string | null => {
  const time = clock(text ?? 'midnight');
  return time === null ? null : `${time.minute} ${time.hour} ${rest}`;
};

/**
 * Converts a schedule in words to a cron expression; null for words that it does not understand. It understands `every
 * 30 minutes`, `hourly`, `daily at 9:00`, `every monday at 8 am`, `weekdays at noon`, `monthly`.
 */
export const readScheduleText = (given: string): string | null => {
  const text = given.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  if (text === 'hourly' || text === 'every hour') return '0 * * * *';
  if (text === 'every minute') return '* * * * *';
  const [, count, unit] = /^every (\d{1,4}) (minutes?|hours?|days?)$/.exec(text) ?? [];
  if (count !== undefined && unit !== undefined) return every(Number(count), unit);
  const [, when = '', , at] = /^(.+?)( at (.+))?$/.exec(text) ?? [];
  if (when === 'daily' || when === 'every day') return atTime(at, '* * *');
  if (when === 'weekly' || when === 'every week') return atTime(at, '* * 1');
  if (when === 'monthly' || when === 'every month') return atTime(at, '1 * *');
  if (when === 'weekdays' || when === 'every weekday') return atTime(at, '* * 1-5');
  const day = days.findIndex((name) => new RegExp(`^(?:every |on )?${name}s?$`).test(when));
  return day < 0 ? null : atTime(at, `* * ${day}`);
};
