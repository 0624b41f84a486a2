import type { FunctionName } from '../simulation/simulated-functions.ts';
import type { Queue } from '../simulation/queues.ts';
import { epochMs, virtualNow } from '../simulation/virtual-time.ts';

/** One value of a metric, at a moment of a run (milliseconds since its beginning). */
export interface MetricPoint {
  readonly at: number;
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A line that a function, or Lambda about it, wrote. */
export interface LogLine {
  readonly at: number;
  readonly by: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What AWS's services measure of a run, and what its functions write. */
export interface MetricSink {
  readonly points: MetricPoint[];
  readonly lines: LogLine[];
  invoked(name: FunctionName): void;
  /** An invocation that threw, or whose process ended or was out of time. */
  died(name: FunctionName): void;
  throttled(name: FunctionName): void;
  received(queue: string, messages: number): void;
  answered(status: number, ms: number): void;
  /** An operation of the table that succeeded after so many milliseconds. */
  asked(operation: string, ms: number): void;
  measureQueues(queues: Iterable<Queue>): void;
  /**
   * A line of JSON that a function wrote: kept, and taken for metrics where it is in CloudWatch's embedded format.
   */
  wrote(by: string, text: string): void;
}

interface Embedded {
  readonly _aws?: {
    readonly CloudWatchMetrics: readonly {
      readonly Namespace: string;
      readonly Metrics: readonly { readonly Name: string }[];
    }[];
  };
}

export const openMetrics = (): MetricSink => {
  const points: MetricPoint[] = [];
  const lines: LogLine[] = [];
  const now = (): number => virtualNow() - epochMs;
  const add = (namespace: string, name: string, dimensions: MetricPoint['dimensions'], value: number): void =>
    void points.push({ at: now(), namespace, name, dimensions, value });
  const ofLambda = (name: string, by: string): void => {
    add('AWS/Lambda', name, { FunctionName: by }, 1);
    // The same of all functions of the account together.
    add('AWS/Lambda', name, {}, 1);
  };
  return {
    points,
    lines,
    invoked: (name) => ofLambda('Invocations', name),
    died: (name) => {
      ofLambda('Errors', name);
      const fields = { type: 'platform.report', record: { status: 'error' } };
      lines.push({ at: now(), by: name, fields });
    },
    throttled: (name) => ofLambda('Throttles', name),
    received: (queue, messages) => add('AWS/SQS', 'NumberOfMessagesReceived', { QueueName: queue }, messages),
    answered: (status, ms) => {
      const api = { ApiName: 'Gleaner' };
      if (status >= 500) add('AWS/ApiGateway', '5XXError', api, 1);
      add('AWS/ApiGateway', 'Latency', api, ms);
    },
    asked: (operation, ms) =>
      add('AWS/DynamoDB', 'SuccessfulRequestLatency', { TableName: 'table', Operation: operation }, ms),
    measureQueues: (queues) => {
      for (const { name, messages } of queues) {
        const visible = messages.filter(({ visibleAt }) => visibleAt <= virtualNow());
        const of = { QueueName: name };
        add('AWS/SQS', 'ApproximateNumberOfMessagesVisible', of, visible.length);
        const ages = visible.map(({ visibleAt }) => (virtualNow() - visibleAt) / 1_000);
        if (ages.length > 0) add('AWS/SQS', 'ApproximateAgeOfOldestMessage', of, Math.max(...ages));
      }
    },
    wrote: (by, text) => {
      let fields: Readonly<Record<string, unknown>> & Embedded;
      try {
        fields = JSON.parse(text) as typeof fields;
      } catch {
        return;
      }
      lines.push({ at: now(), by, fields });
      for (const { Namespace, Metrics } of fields._aws?.CloudWatchMetrics ?? []) {
        for (const { Name } of Metrics)
          for (const value of [fields[Name]].flat()) add(Namespace, Name, { service: by }, Number(value));
      }
    },
  };
};
