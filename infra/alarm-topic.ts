import { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { accept } from './accept.ts';

/** Where alarms go. */
export type AlarmTopic = SnsAction;

/** Makes the topic that every alarm publishes to, with the address that is told, if one was given. */
export const makeAlarmTopic = (scope: Construct, email: string | undefined): AlarmTopic => {
  const topic = new Topic(scope, 'Alarms', { enforceSSL: true });
  // A topic with a policy of its own loses SNS's default one, so CloudWatch has to be named.
  topic.grantPublish(
    new ServicePrincipal('cloudwatch.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  );
  if (email !== undefined) {
    topic.addSubscription(new EmailSubscription(email));
    accept(topic, {
      'Serverless-SNSRedrivePolicy':
        'The subscriber is a mailbox. An alarm that could not be delivered is still in ALARM in ' +
        'CloudWatch; nothing is lost with the message.',
    });
  }
  return new SnsAction(topic);
};

/**
 * Makes a budget of the account, which tells an address at 80 % of what was spent and when the month is about to be
 * more than all of it. It is the account's whole bill, other stacks included; the first two budgets are free.
 */
export const makeBudget = (scope: Construct, dollarsAMonth: number, email: string): void => {
  const tell = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
    notification: {
      notificationType,
      threshold,
      comparisonOperator: 'GREATER_THAN',
      thresholdType: 'PERCENTAGE',
    },
    subscribers: [{ subscriptionType: 'EMAIL', address: email }],
  });
  void new CfnBudget(scope, 'Budget', {
    budget: {
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: dollarsAMonth, unit: 'USD' },
    },
    notificationsWithSubscribers: [tell('ACTUAL', 80), tell('FORECASTED', 100)],
  });
};
