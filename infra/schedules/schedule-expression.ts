const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'] as const;
const days = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const;

/** A field of a cron expression: the numbers that it takes, their names, and words that stand for others. */
interface CronField {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Names of numbers, the first of `from`. */
  readonly names?: readonly string[];
  readonly words?: RegExp;
}

const cronFields: readonly CronField[] = [
  { name: 'minutes', from: 0, to: 59 },
  { name: 'hours', from: 0, to: 23 },
  { name: 'day of the month', from: 1, to: 31, words: /^(?:\?|L|LW|L-\d{1,2}|(?:[1-9]|[12]\d|3[01])W)$/ },
  { name: 'month', from: 1, to: 12, names: months },
  { name: 'day of the week', from: 1, to: 7, names: days, words: /^(?:\?|L|[1-7]L|[1-7]#[1-5])$/ },
  { name: 'year', from: 1970, to: 2199 },
];

const numberIn = ({ from, to, names = [] }: CronField, text: string): number | null => {
  const named = names.indexOf(text.toUpperCase());
  if (named >= 0) return from + named;
  const number = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  return number >= from && number <= to ? number : null;
};

/** Whether a part of a field, between its commas, is one that AWS takes: `*`, `5`, `MON-FRI`, `0/15`. */
const isPart = (field: CronField, part: string): boolean => {
  const named = field.names?.find((name) => part.toUpperCase().startsWith(name));
  const text = named === undefined ? part : part.toUpperCase().replace(named, String(numberIn(field, named)));
  if (field.words?.test(text) === true) return true;
  const match = /^([^/]+)(?:\/(\d{1,4}))?$/.exec(part);
  if (match === null) return false;
  const [, range = '', step] = match;
  if (step !== undefined && (Number(step) < 1 || Number(step) > field.to)) return false;
  if (range === '*') return true;
  const ends = range.split('-').map((end) => numberIn(field, end));
  const [first, last = first] = ends;
  return ends.length <= 2 && first !== null && last !== null && first !== undefined;
};

const takes = ({ name, from, to, names }: CronField): string =>
  `${from} to ${to}${names === undefined ? '' : ` or ${names[0]} to ${names.at(-1)}`} as its ${name}`;

const whyNoCron = (text: string): string | null => {
  const parts = text.split(' ');
  for (const [index, field] of cronFields.entries()) {
    const part = parts[index] ?? '';
    const wrong = part.split(',').find((each) => !isPart(field, each));
    if (wrong !== undefined) return `expected ${takes(field)}, found ${JSON.stringify(wrong)}`;
  }
  // AWS: with a value or `*` in one of the two, `?` has to stand in the other.
  return (parts[2] === '?') === (parts[4] === '?')
    ? 'expected ? as its day of the month or as its day of the week, and not as both'
    : null;
};

/**
 * Returns what is wrong with the expression of a schedule; null if nothing is. It refuses what AWS documents as wrong
 * ("EventBridge Scheduler User Guide", Schedule types), which would otherwise show after minutes, as a deployment that
 * is rolled back.
 */
export const whyNoSchedule = (expression: string): string | null => {
  const cron = /^cron\((\S+(?: \S+){5})\)$/.exec(expression)?.[1];
  if (cron !== undefined) return whyNoCron(cron);
  if (/^rate\([1-9]\d* (?:minute|hour|day)s?\)$/.test(expression)) return null;
  const at = /^at\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\)$/.exec(expression)?.[1];
  if (at === undefined) return 'expected rate(n unit), cron(six fields) or at(time)';
  const time = new Date(`${at}Z`);
  return Number.isNaN(time.getTime()) || time.toISOString().slice(0, 19) !== at
    ? `expected a time that there is, found ${at}`
    : null;
};
