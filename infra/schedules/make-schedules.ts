import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnSchedule } from 'aws-cdk-lib/aws-scheduler';
import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { constructId } from '../functions.ts';
import { physicalName } from '../names.ts';
import type { JobSchedule } from './schedules-setting.ts';

/**
 * EventBridge Scheduler replaces this by the time at which the event was due, the same however often it delivers the
 * event (EventBridge Scheduler User Guide, "Adding context attributes").
 */
const dueTime = '<aws.scheduler.scheduled-time>';

/**
 * Makes a schedule of EventBridge Scheduler for each entry, which may only invoke `submit-job`. Scheduler delivers an
 * event at least once: the token makes the second delivery find the job of the first. It invokes asynchronously, so
 * Lambda repeats an event that the function refuses, and then hands it to the dead letters, whose alarm rings.
 */
export const makeSchedules = (
  scope: Construct,
  submitJob: LambdaFunction,
  schedules: readonly JobSchedule[],
): void => {
  if (schedules.length === 0) return;
  const invoke = new PolicyStatement({
    actions: ['lambda:InvokeFunction'],
    resources: [submitJob.functionArn],
  });
  const role = new Role(scope, 'SchedulesRole', {
    // Schedules of other accounts cannot use this role (AWS, "Confused deputy prevention").
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
    inlinePolicies: { SubmitJob: new PolicyDocument({ statements: [invoke] }) },
  });
  for (const schedule of schedules) {
    const { name, expression, timezone, flexibleMinutes, kind, source = name, request, run, team } = schedule;
    const token = `schedule ${name} ${dueTime}`;
    const order = run === undefined ? { kind, source, request, token } : { run, team, token };
    void new CfnSchedule(scope, constructId(`schedule-${name}`), {
      name: physicalName(scope, `gleaner-${name}`),
      scheduleExpression: expression,
      scheduleExpressionTimezone: timezone,
      flexibleTimeWindow:
        flexibleMinutes === undefined
          ? { mode: 'OFF' }
          : { mode: 'FLEXIBLE', maximumWindowInMinutes: flexibleMinutes },
      target: {
        arn: submitJob.functionArn,
        roleArn: role.roleArn,
        input: JSON.stringify(order),
        // The next schedule makes up for a run that is an hour late.
        retryPolicy: { maximumEventAgeInSeconds: 3_600, maximumRetryAttempts: 10 },
      },
    });
  }
};
