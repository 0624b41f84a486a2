/**
 * Resource types that the laptop ignores: permissions, which nothing checks; alarms, which reach no one; and
 * CloudFormation's own bookkeeping. A type that is neither here nor run is named in a warning.
 */
const ignoredTypes: ReadonlySet<string> = new Set([
  'AWS::ApiGateway::Account',
  'AWS::ApiGateway::Deployment',
  'AWS::ApiGateway::RequestValidator',
  'AWS::ApiGateway::Stage',
  'AWS::ApiGateway::UsagePlan',
  'AWS::Budgets::Budget',
  'AWS::CDK::Metadata',
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::CompositeAlarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::IAM::ManagedPolicy',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::KMS::Alias',
  'AWS::KMS::Key',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::Permission',
  'AWS::Logs::LogGroup',
  'AWS::Logs::MetricFilter',
  'AWS::Logs::QueryDefinition',
  'AWS::Logs::ResourcePolicy',
  'AWS::S3::BucketPolicy',
  'AWS::SNS::Subscription',
  'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::QueuePolicy',
  'AWS::SecretsManager::ResourcePolicy',
  'AWS::WAFv2::WebACL',
  'AWS::WAFv2::WebACLAssociation',
]);

/** Resource types that the runtime starts. */
const runTypes: ReadonlySet<string> = new Set([
  'AWS::ApiGateway::GatewayResponse',
  'AWS::ApiGateway::Method',
  'AWS::ApiGateway::Resource',
  'AWS::ApiGateway::RestApi',
  'AWS::DynamoDB::GlobalTable',
  'AWS::DynamoDB::Table',
  'AWS::Events::Rule',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::Function',
  'AWS::S3::Bucket',
  'AWS::SQS::Queue',
  'AWS::Scheduler::Schedule',
  'AWS::SecretsManager::Secret',
  'Custom::S3BucketNotifications',
]);

/** Returns what the runtime does with a resource type: run it, ignore it, or not know it. */
export const resourceTreatment = (type: string): 'run' | 'ignore' | 'unknown' => {
  if (runTypes.has(type)) return 'run';
  return ignoredTypes.has(type) ? 'ignore' : 'unknown';
};
