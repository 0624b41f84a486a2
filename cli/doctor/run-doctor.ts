import { findDeployTarget } from '../../lib/store/deploy-target.ts';
import { readAccount } from '../../lib/store/account/read-account.ts';
import { version } from '../../lib/version.ts';
import type { OptionValues } from '../command.ts';
import { exitCodes, type CommandEnding } from '../exit-code.ts';
import { writeOut } from '../output/write-output.ts';
import { awsRemedy } from './aws-remedy.ts';
import { finding, findingLines, type Diagnosis } from './finding.ts';
import { judgeAccount } from './judge-account.ts';
import { judgeLaptop } from './judge-laptop.ts';
import { readLaptop } from './read-laptop.ts';

const textOf = (value: OptionValues[string]): string | undefined =>
  typeof value === 'string' ? value : undefined;

const lookAtAccount = async (values: OptionValues): Promise<readonly Diagnosis[]> => {
  const [profile, region, name] = [values['profile'], values['region'], values['name']].map(textOf);
  if (profile !== undefined) process.env['AWS_PROFILE'] = profile;
  if (region !== undefined) process.env['AWS_REGION'] = region;
  const target = await findDeployTarget();
  if (!target.credentials.ok)
    return [
      finding('wrong', `You are not signed in to AWS: ${target.credentials.why}.`, 'aws configure sso'),
    ];
  if (target.region === undefined)
    return [finding('wrong', 'No region is set.', 'npx gleaner doctor --account --region eu-central-1')];
  const stack = name === undefined ? 'Gleaner' : `Gleaner-${name}`;
  try {
    return judgeAccount(await readAccount(stack), name, version);
  } catch (error) {
    const says = `Cannot read ${stack} from CloudFormation: ${(error as Error).message}.`;
    const permission = 'cloudformation:DescribeStackResources and cloudformation:GetTemplate';
    return [finding('wrong', says, awsRemedy(error, permission))];
  }
};

/** Runs `gleaner doctor`. */
export const runDoctor = async (values: OptionValues): Promise<CommandEnding> => {
  const found =
    values['account'] === true ? await lookAtAccount(values) : judgeLaptop(await readLaptop(process.env));
  await writeOut(
    values['json'] === true ? `${JSON.stringify(found, null, 2)}\n` : `${findingLines(found).join('\n')}\n`,
  );
  const isSound = found.every(({ state }) => state === 'fine' || state === 'missing');
  return { exitCode: isSound ? exitCodes.completed : exitCodes.pagesFailed };
};
