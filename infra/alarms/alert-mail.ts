import { EventField, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { mailedRules } from '../../lib/source/alerts/alert-rules.ts';
import { accept } from '../accept.ts';

/**
 * Has the alerts of some rules mailed to the address for alarms, if one was given. The event bus sends them, so that no
 * function waits for a mailbox. The laptop prints the mails.
 */
export const mailAlerts = (scope: Construct, stackName: string, email: string | undefined): void => {
  const topic = new Topic(scope, 'Notices', { enforceSSL: true });
  if (email !== undefined) {
    topic.addSubscription(new EmailSubscription(email));
    accept(topic, {
      'Serverless-SNSRedrivePolicy':
        'The subscriber is a mailbox. An alert that could not be delivered is still open: nothing is lost ' +
        'with the message.',
    });
  }
  const field = (name: string): string => EventField.fromPath(`$.detail.${name}`);
  const text = `${field('source')} (${field('rule')}, ${field('state')}): ${field('message')}`;
  const rule = new Rule(scope, 'MailAlerts', {
    eventPattern: {
      source: ['gleaner'],
      detailType: ['Source Alert'],
      detail: { stack: [stackName], rule: [...mailedRules] },
    },
    targets: [new SnsTopic(topic, { message: RuleTargetInput.fromText(text) })],
  });
  accept(rule, {
    'Serverless-EventBusDLQ':
      'An alert that could not be mailed is still open, and told to the other channels.',
  });
};
