import { physicalNames } from '../../local/template/physical-names.ts';
import { resolver } from '../../local/template/intrinsics.ts';
import { findResources, type Assembly } from '../../local/template/template.ts';
import type { LogLine, MetricPoint } from './measured.ts';

interface Metric {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly statistic: string;
}

/** An alarm of the template, with what it looks at. */
export interface AlarmPlan {
  readonly name: string;
  /** Sum of terms: a number, or a metric and what it counts as where it has no data (`FILL`). */
  readonly terms: readonly {
    readonly sign: 1 | -1;
    readonly metric?: Metric;
    readonly missing?: number;
    readonly value?: number;
  }[];
  readonly above: number;
  readonly periodMs: number;
  readonly periods: number;
  readonly toAlarm: number;
  readonly missingBreaches: boolean;
}

/** A filter of a log group that makes a metric of lines. */
export interface FilterPlan {
  readonly by: string;
  readonly pattern: string;
  readonly namespace: string;
  readonly name: string;
}

type Properties = Readonly<Record<string, unknown>>;

const metricIn = (stat: Properties, statistic: unknown): Metric => ({
  namespace: String(stat['Namespace']),
  name: String(stat['MetricName']),
  statistic: String(statistic),
  dimensions: Object.fromEntries(
    ((stat['Dimensions'] ?? []) as { Name: string; Value: string }[]).map(({ Name, Value }) => [Name, Value]),
  ),
});

/** Reads `2 - FILL(runs, 0)`, `FILL(a, 0) + FILL(b, 0)`. @throws {Error} at any other expression. */
const termsIn = (expression: string, metrics: ReadonlyMap<string, Metric>): AlarmPlan['terms'] =>
  [...expression.matchAll(/([+-]?)\s*(FILL\((\w+),\s*(\d+)\)|\d+)\s*/g)].map(
    ([, sign, whole = '', id = '', missing]) => ({
      sign: sign === '-' ? -1 : 1,
      ...(whole.startsWith('FILL')
        ? { metric: known(metrics, id), missing: Number(missing) }
        : { value: Number(whole) }),
    }),
  );

const known = (metrics: ReadonlyMap<string, Metric>, id: string): Metric => {
  const found = metrics.get(id);
  if (found === undefined) throw new Error(`Cannot evaluate an alarm: it has no metric ${id}`);
  return found;
};

const planOf = (it: Properties): AlarmPlan => {
  const common = {
    name: String(it['AlarmName']),
    above: Number(it['Threshold']),
    periods: Number(it['EvaluationPeriods']),
    toAlarm: Number(it['DatapointsToAlarm'] ?? it['EvaluationPeriods']),
    missingBreaches: it['TreatMissingData'] === 'breaching',
  };
  if (it['ComparisonOperator'] !== 'GreaterThanThreshold')
    throw new Error(`Cannot evaluate ${common.name}: it compares by ${String(it['ComparisonOperator'])}`);
  if (it['Metrics'] === undefined) {
    const metric = metricIn(it, it['Statistic'] ?? it['ExtendedStatistic']);
    return { ...common, periodMs: Number(it['Period']) * 1_000, terms: [{ sign: 1, metric }] };
  }
  const rows = it['Metrics'] as readonly (Properties & {
    Id: string;
    Expression?: string;
    MetricStat?: Properties;
  })[];
  const stats = new Map(
    rows.flatMap(({ Id, MetricStat: stat }) =>
      stat === undefined ? [] : [[Id, metricIn(stat['Metric'] as Properties, stat['Stat'])] as const],
    ),
  );
  const [first] = rows.flatMap(({ MetricStat: stat }) =>
    stat === undefined ? [] : [Number(stat['Period'])],
  );
  const expression = rows.find(({ Expression }) => Expression !== undefined)?.Expression ?? '';
  return { ...common, periodMs: (first ?? 300) * 1_000, terms: termsIn(expression, stats) };
};

/** The alarms and the filters of logs that a template has; names are the laptop's. */
export const readAlarms = (
  assembly: Assembly,
): { readonly alarms: readonly AlarmPlan[]; readonly filters: readonly FilterPlan[] } => {
  const { template } = assembly;
  const names = physicalNames(assembly);
  const resolve = resolver({ template, names, cloudUrl: 'http://127.0.0.1' });
  const alarms = findResources(template, 'AWS::CloudWatch::Alarm').map(([id, { Properties: it = {} }]) => {
    const { AlarmActions: _told, ...rest } = it;
    return planOf(resolve(rest, id) as Properties);
  });
  const groups = new Map(
    findResources(template, 'AWS::Lambda::Function').map(([id, { Properties: it = {} }]) => [
      (it['LoggingConfig'] as { LogGroup?: { Ref?: string } } | undefined)?.LogGroup?.Ref ?? '',
      names[id] ?? id,
    ]),
  );
  const filters = findResources(template, 'AWS::Logs::MetricFilter').flatMap(
    ([, { Properties: it = {} }]) => {
      const by = groups.get((it['LogGroupName'] as { Ref: string }).Ref) ?? '';
      return (it['MetricTransformations'] as Record<string, string>[]).map((made) => ({
        by,
        pattern: String(it['FilterPattern']),
        namespace: made['MetricNamespace'] ?? '',
        name: made['MetricName'] ?? '',
      }));
    },
  );
  return { alarms, filters };
};

const valueAt = (fields: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], fields);

/**
 * Whether a line fits a pattern of CloudWatch for JSON: comparisons of `$.path` with a text, by `=` or `!=`, joined
 * by `&&`, `||`
 * and brackets (CloudWatch Logs, "Filter pattern syntax"). A field that is not there fits no comparison.
 */
export const fitsPattern = (pattern: string, fields: unknown): boolean => {
  const tokens = pattern.match(/\(|\)|&&|\|\||\$[\w.]+|!=|=|"[^"]*"/g) ?? [];
  let at = 0;
  const one = (): boolean => {
    if (tokens[at] === '(') {
      at += 1;
      const inner = either();
      at += 1;
      return inner;
    }
    const [path = '', operator, wanted = ''] = tokens.slice(at, at + 3);
    at += 3;
    const value = valueAt(fields, path.slice(2));
    if (value === undefined) return false;
    const same = value === wanted.slice(1, -1);
    return operator === '=' ? same : !same;
  };
  const both = (): boolean => {
    let result = one();
    while (tokens[at] === '&&') {
      at += 1;
      const next = one();
      result = result && next;
    }
    return result;
  };
  const either = (): boolean => {
    let result = both();
    while (tokens[at] === '||') {
      at += 1;
      const next = both();
      result = result || next;
    }
    return result;
  };
  return either();
};

/** Points of the metrics that filters make of lines. */
export const pointsOfLines = (filters: readonly FilterPlan[], lines: readonly LogLine[]): MetricPoint[] =>
  lines.flatMap(({ at, by, fields }) =>
    filters
      .filter((filter) => filter.by === by && fitsPattern(filter.pattern, fields))
      .map(({ namespace, name }) => ({ at, namespace, name, dimensions: {}, value: 1 })),
  );

const statisticOf = (values: readonly number[], statistic: string): number => {
  const sum = values.reduce((before, value) => before + value, 0);
  if (statistic === 'Sum') return sum;
  if (statistic === 'Average') return sum / values.length;
  if (statistic === 'Maximum') return Math.max(...values);
  const share = Number(/^p(\d+)$/.exec(statistic)?.[1] ?? Number.NaN) / 100;
  if (Number.isNaN(share))
    throw new Error(`Cannot evaluate an alarm: the statistic ${statistic} is not known here`);
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
};

const sameDimensions = (a: Metric['dimensions'], b: Metric['dimensions']): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([key, value]) => b[key] === value);

/**
 * Moment at which each alarm first rings (milliseconds since the run's beginning): at the end of the period that
 * makes it so many
 * of so many. Alarms that do not ring are not in it.
 */
export const evaluateAlarms = (
  alarms: readonly AlarmPlan[],
  points: readonly MetricPoint[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): ReadonlyMap<string, number> => {
  const byName = Map.groupBy(points, ({ namespace, name }) => `${namespace} ${name}`);
  const rings = new Map<string, number>();
  for (const alarm of alarms) {
    const breaches: boolean[] = [];
    for (let from = fromMs; from + alarm.periodMs <= toMs; from += alarm.periodMs) {
      const read = ({ metric, missing, value, sign }: AlarmPlan['terms'][number]): number | undefined => {
        if (metric === undefined) return sign * (value ?? 0);
        const values = (byName.get(`${metric.namespace} ${metric.name}`) ?? [])
          .filter(
            ({ at, dimensions }) =>
              at >= from && at < from + alarm.periodMs && sameDimensions(dimensions, metric.dimensions),
          )
          .map((point) => point.value);
        const found = values.length === 0 ? missing : statisticOf(values, metric.statistic);
        return found === undefined ? undefined : sign * found;
      };
      const read_ = alarm.terms.map(read);
      const whole = read_.some((it) => it === undefined)
        ? undefined
        : read_.reduce<number>((sum, it) => sum + (it ?? 0), 0);
      breaches.push(whole === undefined ? alarm.missingBreaches : whole > alarm.above);
      const counted = breaches.slice(-alarm.periods).filter(Boolean).length;
      if (counted >= alarm.toAlarm && !rings.has(alarm.name)) rings.set(alarm.name, from + alarm.periodMs);
    }
  }
  return rings;
};
