import { mediawikiCases } from './mediawiki-cases.ts';
import { sitemapAttackCases } from './sitemap-attack-cases.ts';
import { wikiCrawlCases } from './wiki-crawl-cases.ts';
import { wikiFailureCases } from './wiki-failure-cases.ts';
import { quarterOfRun } from '../slices/slices.ts';
import { runCases } from './run-cases.ts';

const cases = [...mediawikiCases, ...wikiFailureCases, ...wikiCrawlCases, ...sitemapAttackCases];
runCases(cases, quarterOfRun(cases));
