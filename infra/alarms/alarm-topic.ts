import { Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { accept } from '../accept.ts';

/** The action of every alarm: the topic. */
export type AlarmTopic = SnsAction;

/**
 * Makes the topic to which every alarm publishes, and the alerts of sources that are mailed, with the given mail
 * address as its subscriber. It is one topic, because AWS asks the address to confirm each.
 */
export const makeAlarmTopic = (scope: Construct, email: string | undefined): Topic => {
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
        'CloudWatch, and an alert is still open; nothing is lost with the message.',
    });
  }
  return topic;
};

/**
 * Makes a budget of the account. It mails the address at 80 % of the sum, and when the month is expected to exceed it.
 * The budget covers the account's whole bill, including other stacks; the first two budgets are free.
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
