const denied = /AccessDenied|Authorization|Unauthorized|NotAuthorized/;
const signedOut =
  /ExpiredToken|InvalidClientTokenId|UnrecognizedClient|InvalidAccessKeyId|Signature|CredentialsProvider|AuthenticationToken/;

/**
 * Says what to do about an error of an AWS client.
 *
 * @param error What it threw; undefined if that is not known.
 * @param permission What IAM has to allow where it denied the call, such as `sns:ListSubscriptionsByTopic`.
 */
export const awsRemedy = (error: unknown, permission: string): string => {
  const allow = `allow ${permission}`;
  if (!(error instanceof Error) || denied.test(error.name)) return allow;
  if (signedOut.test(error.name)) return 'sign in again: aws configure sso, or aws configure';
  // Errors of the operating system name its call; the SDK's own deadlines have only a name.
  if ('syscall' in error || error.name === 'TimeoutError')
    return 'check the network, the proxy, and that the name of the region is right';
  return 'try again later; how AWS is: https://health.aws.amazon.com/health/status';
};
