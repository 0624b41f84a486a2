import { addressCases } from './address-cases.ts';
import { auditCases } from './audit-cases.ts';
import { challengeCases } from './challenge-cases.ts';
import { contentCases } from './content-cases.ts';
import { formatCases } from './format-cases.ts';
import { httpCases } from './http-cases.ts';
import { linkCases } from './link-cases.ts';
import { robotsCases } from './robots-cases.ts';
import { sitemapCases } from './sitemap-cases.ts';
import { unchangedCases } from './unchanged-cases.ts';
import { runCases } from './run-cases.ts';

runCases([
  ...sitemapCases,
  ...robotsCases,
  ...httpCases,
  ...linkCases,
  ...contentCases,
  ...unchangedCases,
  ...formatCases,
  ...auditCases,
  ...addressCases,
  ...challengeCases,
]);
