import * as z from 'zod';

/**
 * The name of a team: 1 to 50 lower-case letters, digits and dashes. Whatever a deployment is asked to do for a team
 * goes by it, so every function that is told one reads it with this. SQS takes it as the group of a message, which may
 * hold no spaces (Amazon SQS API Reference, `MessageGroupId`).
 */
export const teamName = z.string().regex(/^[a-z0-9-]{1,50}$/, 'expected 1 to 50 of a-z, 0-9 and -');
