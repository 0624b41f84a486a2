import { EventField, Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { mailedRules } from '../../lib/source/alerts/alert-rules.ts';
import { accept } from '../accept.ts';

/**
 * Has the alerts of some rules published to the topic of alarms, whose subscriber gets them as mails. The event bus
 * does it, so that no function waits for a mailbox. The laptop prints the mails.
 */
export const mailAlerts = (scope: Construct, stackName: string, topic: Topic): void => {
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
