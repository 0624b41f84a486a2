import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cdkContextIn, parseSettings } from '../../infra/options.ts';
import { sketchStack } from '../../local/sketch-stack.ts';

/** What the rules of an organisation may demand of every stack. */
const kept = {
  contact: 'https://example.com/bot',
  '@aws-cdk/core:permissionsBoundary': { name: 'developers' },
  '@aws-cdk/core:bootstrapQualifier': 'platform1',
};

test('what the kept settings say to the CDK holds for a deployment: a boundary for each role, a qualifier', async () => {
  const read = parseSettings(kept);
  expect(read).toEqual({ ok: true, settings: expect.objectContaining({ contact: kept.contact }) });
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-context-'));
  try {
    const settings = read.ok ? read.settings : {};
    const outdir = await sketchStack(folder, { ...settings, cdkContext: cdkContextIn(kept) });
    const text = readFileSync(join(outdir, 'Gleaner.template.json'), 'utf8');
    const { Resources } = JSON.parse(text) as {
      readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties: object }>>;
    };
    const roles = Object.values(Resources).filter(({ Type }) => Type === 'AWS::IAM::Role');
    expect(roles.length).toBeGreaterThan(5);
    for (const { Properties } of roles) expect(Properties).toHaveProperty('PermissionsBoundary');
    expect(text).toContain('/cdk-bootstrap/platform1/version');
    expect(text).not.toContain('hnb659fds');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
