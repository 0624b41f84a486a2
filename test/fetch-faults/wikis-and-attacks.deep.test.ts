import { mediawikiCases } from './mediawiki-cases.ts';
import { sitemapAttackCases } from './sitemap-attack-cases.ts';
import { wikiCrawlCases } from './wiki-crawl-cases.ts';
import { wikiFailureCases } from './wiki-failure-cases.ts';
import { runCases } from './run-cases.ts';

runCases([...mediawikiCases, ...wikiFailureCases, ...wikiCrawlCases, ...sitemapAttackCases]);
