/** What a deployment would set, as far as the handlers read it. */
export const simulatedSettings = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_LAMBDA_FUNCTION_NAME: 'simulated',
  POWERTOOLS_LOG_LEVEL: 'SILENT',
  POWERTOOLS_METRICS_DISABLED: 'true',
  POWERTOOLS_METRICS_NAMESPACE: 'Gleaner',
  POWERTOOLS_SERVICE_NAME: 'simulated',
  TABLE_NAME: 'gleaner',
  ENVELOPE_BUCKET: 'envelopes',
  RESULT_BUCKET: 'results',
  SOURCE_BUCKET: 'sources',
  FETCH_HIGH_QUEUE_URL: 'http://127.0.0.1:1002/000000000000/fetch-high',
  FETCH_NORMAL_QUEUE_URL: 'http://127.0.0.1:1002/000000000000/fetch-normal',
  RENDER_QUEUE_URL: 'http://127.0.0.1:1002/000000000000/render',
  // Handlers of the release before have a queue of their own for scheduled runs.
  FETCH_LOW_QUEUE_URL: 'http://127.0.0.1:1002/000000000000/fetch-normal',
  EXTRACT_QUEUE_URL: 'http://127.0.0.1:1002/000000000000/extract',
  FINISH_QUEUE_URL: 'http://127.0.0.1:1002/000000000000/finish',
  DELIVER_QUEUE_URL: 'http://127.0.0.1:1002/000000000000/deliver',
  MODEL_KEYS_NAME: '/Gleaner/model-keys',
  KEY_SECRET_NAME: '/Gleaner/key-secret',
  HEADER_SECRET_NAME: '/Gleaner/header-secret',
  // The handlers of the release before have them in Secrets Manager.
  MODEL_KEYS_ARN: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:models',
  KEY_SECRET_ARN: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:key',
  HEADER_SECRET_ARN: 'arn:aws:secretsmanager:us-east-1:000000000000:secret:header',
  GLEANER_ENVIRONMENT: 'development',
  // A sandbox that dies leaves its watch behind, which would end the whole simulation.
  SHARED_PROCESS: 'true',
} as const;

/** How a process of seeds ends that found the violation which it was to look for. */
export const foundExitCode = 3;
