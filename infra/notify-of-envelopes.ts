import { Aws } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { CfnQueuePolicy, Queue } from 'aws-cdk-lib/aws-sqs';

/**
 * Has S3 notify a queue of every envelope that is written. Envelopes are objects of JSON below `staged/` and `kept/`;
 * lines of an index end in `.jsonl`. An object's expiry sends no notification, because a page whose envelope has
 * expired is not gone.
 *
 * The notification stands on the bucket itself: CDK's own way is a function in Python that sets it after the
 * deployment.
 */
export const notifyOfEnvelopes = (bucket: Bucket, queue: Queue): void => {
  queue.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('s3.amazonaws.com')],
      actions: ['sqs:SendMessage'],
      resources: [queue.queueArn],
      // The bucket cannot be named: it is made after the policy, because S3 tests the queue when it is made.
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
  );
  const resource = bucket.node.defaultChild as CfnBucket;
  resource.notificationConfiguration = {
    queueConfigurations: ['staged/', 'kept/'].map((prefix) => ({
      event: 's3:ObjectCreated:*',
      queue: queue.queueArn,
      filter: {
        s3Key: {
          rules: [
            { name: 'prefix', value: prefix },
            { name: 'suffix', value: '.json' },
          ],
        },
      },
    })),
  };
  resource.addResourceDependency(queue.node.findChild('Policy').node.defaultChild as CfnQueuePolicy);
};
