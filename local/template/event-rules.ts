import * as z from 'zod';
import { unknownIn, type EventPattern } from './event-pattern.ts';
import type { ReadProperties } from './property-reader.ts';
import { findResources, type StackTemplate } from './template.ts';

/** A rule for events of the default bus. */
export interface EventRulePlan {
  readonly name: string;
  readonly pattern: EventPattern;
  /** Functions, queues and topics, each with the text that it gets in place of the event. A topic's mail is printed. */
  readonly targets: readonly { readonly arn: string; readonly input: string | undefined }[];
}

const ruleSchema = z.object({
  EventPattern: z.record(z.string(), z.unknown()).optional(),
  EventBusName: z.string().default('default'),
  State: z.string().default('ENABLED'),
  Targets: z
    .array(
      z.object({
        Arn: z.string(),
        Input: z.string().optional(),
        InputPath: z.string().optional(),
        InputTransformer: z.unknown().optional(),
      }),
    )
    .default([]),
});

/** Says whether a target is a topic, which the laptop does not run: its subscribers are people. */
export const isTopic = (arn: string): boolean => arn.startsWith('arn:aws:sns:');

/** Returns the enabled rules with a pattern, and a warning for each that the laptop cannot run and skips. */
export const readEventRules = (
  template: StackTemplate,
  names: Readonly<Record<string, string>>,
  read: ReadProperties,
): { readonly rules: readonly EventRulePlan[]; readonly warnings: readonly string[] } => {
  const rules: EventRulePlan[] = [];
  const warnings: string[] = [];
  for (const [logicalId, resource] of findResources(template, 'AWS::Events::Rule')) {
    const rule = read(logicalId, resource, ruleSchema);
    if (rule.EventPattern === undefined || rule.State === 'DISABLED') continue;
    const targets = rule.Targets.map(({ Arn, Input }) => ({ arn: Arn, input: Input }));
    const unknown = [
      ...unknownIn(rule.EventPattern),
      ...(rule.EventBusName === 'default' ? [] : [`bus ${rule.EventBusName}`]),
      ...rule.Targets.flatMap(({ Arn, InputPath, InputTransformer }) =>
        isTopic(Arn) || (InputPath === undefined && InputTransformer === undefined)
          ? []
          : ['input path or transformer'],
      ),
      ...targets
        .filter(({ arn }) => !/^arn:aws:(?:lambda|sqs|sns):/.test(arn))
        .map(({ arn }) => `target ${arn}`),
    ];
    if (unknown.length === 0) {
      rules.push({
        name: names[logicalId] ?? logicalId,
        pattern: rule.EventPattern as EventPattern,
        targets,
      });
    } else {
      warnings.push(
        `The laptop does not run the rule ${logicalId}, for ${unknown.join(', ')}: it knows values to be ` +
          `equal to, functions, queues and topics. Passed over.`,
      );
    }
  }
  return { rules, warnings };
};
