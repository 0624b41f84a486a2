import { placeClashes, placeOptions } from '../backup/commands.ts';
import type { Command } from '../command.ts';

/** `gleaner erase <what>` */
export const eraseCommand: Command = {
  name: 'erase',
  summary: 'erase a URL, a prefix, a domain or a team from all data of a stack',
  operand: '<what>',
  needsNode24: true,
  description: `Finds everything that belongs to a page in the table, the buckets and the corpora, erases it, and
prints a certificate: what was found, what was erased, what remains and why. For a stack it uses your own AWS
credentials. If it was interrupted, run it again: it continues. It erases nothing while a running job has pages of
it.`,
  options: {
    ...placeOptions,
    prefix: { type: 'boolean', help: 'erase all URLs that begin with <what>' },
    domain: { type: 'boolean', help: 'erase the domain <what> and its subdomains' },
    team: { type: 'boolean', help: 'erase everything that belongs to the team <what>' },
    'dry-run': { type: 'boolean', help: 'only say what would be erased' },
    yes: { type: 'boolean', help: 'really erase; without it, nothing is erased' },
  },
  clashes: [
    { options: ['yes'], beside: ['dry-run'], why: '--dry-run erases nothing' },
    {
      options: ['prefix', 'domain'],
      beside: ['team'],
      why: 'give one, or none for a URL',
    },
    { options: ['prefix'], beside: ['domain'], why: 'give one, or none for a URL' },
    ...placeClashes,
  ],
  examples: [
    ['What would go', 'npx gleaner erase https://example.com/people/jo --dry-run'],
    ['A part of a site', 'npx gleaner erase --prefix https://example.com/people/ --account --yes'],
    ['A domain', 'npx gleaner erase --domain example.com --yes --json > certificate.json'],
  ],
  run: async (operand, values, operands) => {
    const { runErase } = await import('./run-erase.ts');
    return await runErase(operand, values, operands);
  },
};
