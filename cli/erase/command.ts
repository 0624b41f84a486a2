import { placeOptions } from '../backup/commands.ts';
import type { Command } from '../command.ts';

/** `gleaner erase <what>` */
export const eraseCommand: Command = {
  name: 'erase',
  summary: 'erase a URL, a prefix, a domain or a team from everything that a stack keeps',
  operand: '<what>',
  needsNode24: true,
  description: `Finds everything of a page in the table, the buckets and the corpora, erases it, and prints a
certificate: what was found, what became of it, and what remains and why. It works with your own AWS
credentials. It can be run again after it was cut off, and goes on. Nothing is erased while a job that has
something of it is open.`,
  options: {
    ...placeOptions,
    prefix: { type: 'boolean', help: '<what> is the beginning of URLs' },
    domain: { type: 'boolean', help: '<what> is a domain: it and its subdomains' },
    team: { type: 'boolean', help: '<what> is a team: all that is its own' },
    'dry-run': { type: 'boolean', help: 'only say what would be erased' },
    yes: { type: 'boolean', help: 'erase; without it nothing is' },
  },
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
