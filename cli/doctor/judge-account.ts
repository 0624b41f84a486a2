import type { AccountFacts, Answered } from '../../lib/store/account/read-account.ts';
import { awsRemedy } from './aws-remedy.ts';
import { fine, finding, judge, type Diagnosis } from './finding.ts';

/** A deployment undoes every setting that it is not given. */
const withItsSettings = 'with the other settings that it was deployed with (docs/deploy.md)';
const newAccount = 10;
const comfortable = 200;

/** Judges what the account answered; a question that failed is missing, with what to do about it. */
const judgeAnswer = <Value>(
  asked: Answered<Value>,
  what: string,
  permission: string,
  of: (value: Value) => Diagnosis,
): Diagnosis => judge(asked, what, asked.ok ? '' : awsRemedy(asked.error, permission), of);

const judgeConcurrency = ({ concurrency }: AccountFacts): Diagnosis => {
  const ask =
    'aws service-quotas request-service-quota-increase --service-code lambda ' +
    '--quota-code L-B99A9384 --desired-value 1000';
  return judgeAnswer(concurrency, "Lambda's quota", 'lambda:GetAccountSettings', (most) => {
    if (most >= comfortable) return fine(`Lambda runs ${most} functions at the same time.`);
    const few = most <= newAccount ? 'as in a new account' : 'which all functions share';
    return finding(
      'missing',
      `Lambda runs only ${most} functions at the same time, ${few}: callers wait, and crawls are slow.`,
      ask,
    );
  });
};

const judgeAlarms = ({ subscribers }: AccountFacts, named: string): Diagnosis =>
  judgeAnswer(subscribers, 'Who gets alarms', 'sns:ListSubscriptionsByTopic', (list) => {
    if (list.length === 0)
      return finding(
        'danger',
        'Nobody is told when an alarm rings.',
        `npx gleaner deploy${named} --alarm-email you@example.com, ${withItsSettings}`,
      );
    const open = list.filter(({ isConfirmed }) => !isConfirmed);
    if (open.length === list.length)
      return finding(
        'danger',
        `${open[0]?.endpoint ?? ''} has not confirmed its subscription to alarms, so it gets none yet.`,
        'follow the link in the mail from AWS Notifications; subscribe again to get a new mail',
      );
    return fine(`${list.length - open.length} of ${list.length} addresses get alarms.`);
  });

const judgeTable = ({ isTableProtected, table, keepsData }: AccountFacts): Diagnosis =>
  keepsData
    ? judgeAnswer(isTableProtected, 'The table', 'dynamodb:DescribeTable', (isProtected) =>
        isProtected
          ? fine('The table is protected against deletion.')
          : finding(
              'danger',
              'The table is not protected against deletion.',
              `aws dynamodb update-table --table-name ${table} --deletion-protection-enabled`,
            ),
      )
    : fine('Destroying this stack deletes its data; a production stack would keep it.');

/** Judges an account and its stack: what is missing, wrong or dangerous. Pure. */
export const judgeAccount = (
  facts: AccountFacts,
  name: string | undefined,
  own: string,
): readonly Diagnosis[] => {
  const named = name === undefined ? '' : ` --name ${name}`;
  if (!facts.stands)
    return [
      finding(
        'missing',
        `There is no stack ${facts.stack} in this account and region.`,
        `npx gleaner deploy${named}`,
      ),
      judgeConcurrency(facts),
    ];
  return [
    fine(`The stack ${facts.stack} is deployed.`),
    facts.version === own
      ? fine(`It was deployed from this version, ${own}.`)
      : finding(
          'missing',
          `It was deployed from version ${facts.version ?? 'unknown'}, and this is version ${own}.`,
          `npx gleaner deploy${named}, with the settings that it was deployed with (docs/deploy.md)`,
        ),
    judgeConcurrency(facts),
    judgeAlarms(facts, named),
    judgeAnswer(facts.budgets, 'Budgets', 'budgets:ViewBudget', (count) =>
      count > 0
        ? fine(`The account has ${count} ${count === 1 ? 'budget' : 'budgets'}.`)
        : finding(
            'danger',
            'The account has no budget, so nobody learns what it costs before the bill.',
            `npx gleaner deploy${named} --monthly-budget 50 --alarm-email you@example.com, ${withItsSettings}`,
          ),
    ),
    judgeTable(facts),
  ];
};
