/** Pages of the site that stands in for the public names which the suite asks for. */
export interface SitePage {
  readonly title: string;
  readonly description: string;
  readonly paragraphs: readonly string[];
}

type Pages = Readonly<Record<string, SitePage>>;

const docs: Pages = {
  '/': {
    title: 'Docs: turn websites into data',
    description: 'How to scrape a page, crawl a site and map its links through one API.',
    paragraphs: [
      'These docs describe an API that turns websites into clean text. A request names a page; the answer ' +
        'holds its main content as markdown, its links, its images and what its author says of it.',
      'A page that only scripts fill is shown in a browser first. A page that does not change is not ' +
        'fetched again until its age says so.',
      'Every call carries a key. A call that starts a long job answers at once with an id, under which ' +
        'its status and its pages are read.',
    ],
  },
  '/features/scrape': {
    title: 'Scrape a page',
    description: 'One page in the formats that are asked for.',
    paragraphs: [
      'Scraping fetches one page and answers its content in every format of the request: markdown, ' +
        'cleaned HTML, the HTML as it came, links, images, a screenshot, or JSON that follows a schema.',
      'Navigation, footers and advertisements are left out unless the request asks for the whole page. ' +
        'Elements can be taken or dropped by CSS selectors.',
    ],
  },
  '/features/crawl': {
    title: 'Crawl a site',
    description: 'All pages of a site, each of them once.',
    paragraphs: [
      'A crawl begins at one address, follows the links that lie in its scope, and reads the sitemap ' +
        'besides. It ends when no page is open, or when its limit is reached.',
      'Patterns include and exclude paths. The depth of discovery counts links from the first page; pages ' +
        'of the sitemap count as first pages.',
    ],
  },
  '/features/map': {
    title: 'Map the links of a site',
    description: 'The addresses of a site without their content.',
    paragraphs: [
      'A map answers within seconds: it reads the sitemap and the links of the first page, and ranks them ' +
        'by the words of a search if there is one.',
    ],
  },
  '/api-reference/errors': {
    title: 'Errors of the API',
    description: 'What each status and code means.',
    paragraphs: [
      'An error has a status, a code and a sentence that says what to do. A request that is refused for ' +
        'its rate says when to come back.',
    ],
  },
  '/admin/keys': {
    title: 'Keys',
    description: 'How keys are made and revoked.',
    paragraphs: ['A key is shown once. Whoever loses it makes a new one and revokes the old.'],
  },
};

const product: Pages = {
  '/': {
    title: 'Firecrawl: web data for applications',
    description: 'An API that gives applications the content of websites.',
    paragraphs: [
      'Firecrawl is a service that hands applications the content of websites. It visits a page, waits ' +
        'for what scripts add, removes what is only decoration, and answers with markdown that a language ' +
        'model reads without effort.',
      'Teams use it to keep a knowledge base up to date, to follow prices and terms of other companies, ' +
        'and to give assistants the text of the pages that people ask about.',
      'The first five hundred pages of a month are free. Beyond that a page costs one credit, whatever its size.',
    ],
  },
  '/blog': {
    title: 'Blog',
    description: 'What is new.',
    paragraphs: ['Notes on releases, and on how large crawls are kept polite.'],
  },
  '/blog/polite-crawls': {
    title: 'Why polite crawls are faster',
    description: 'A crawl that a host does not block ends sooner.',
    paragraphs: [
      'A crawler that asks for everything at once is soon asked to leave. One that spaces its requests, ' +
        'obeys robots.txt and comes back when it is told to gets every page in the end.',
    ],
  },
  '/pricing': {
    title: 'Pricing',
    description: 'What a page costs.',
    paragraphs: ['A page costs one credit. Extraction with a model costs five.'],
  },
};

const forge: Pages = {
  '/': {
    title: 'Where software is built together',
    description: 'Repositories, reviews and releases.',
    paragraphs: [
      'People keep the history of their programs here, review the changes of others, and publish what is ready.',
      'A repository holds the source, its issues and its releases; a project page tells what it is for.',
    ],
  },
  '/explore': {
    title: 'Explore repositories',
    description: 'What others build.',
    paragraphs: ['A list of repositories that changed this week, with their languages and their licences.'],
  },
};

const encyclopedia: Pages = {
  '/': {
    title: 'A small encyclopedia',
    description: 'Articles on a few things.',
    paragraphs: ['Articles on cities, sciences and tools, each of them short.'],
  },
  '/paris': {
    title: 'Paris, capital of France',
    description: 'Paris is the capital and the largest city of France.',
    paragraphs: [
      'Paris is the capital of France and its largest city. It lies on the Seine, in the north of the ' +
        'country, and has been the seat of its government for most of the last thousand years.',
    ],
  },
  '/artificial-intelligence': {
    title: 'Artificial intelligence',
    description: 'Machines that learn from examples.',
    paragraphs: [
      'Artificial intelligence is the study of machines that do what was thought to need a mind. Today ' +
        'most of it is machine learning: programs whose behaviour comes from examples instead of rules.',
    ],
  },
  '/artificial-intelligence/history': {
    title: 'A history of artificial intelligence',
    description: 'From symbols to learning machines.',
    paragraphs: [
      'The first programs that proved theorems were written in the nineteen-fifties. Two winters later, ' +
        'networks that learn from large collections of text and pictures took over.',
    ],
  },
  '/python': {
    title: 'Python, a programming language',
    description: 'Python programming for beginners and others.',
    paragraphs: [
      'Python is a programming language in which indentation shows structure. It is used for teaching, ' +
        'for science, and to tie larger programs together.',
    ],
  },
  '/test-queries': {
    title: 'Test query',
    description: 'What a test query is for.',
    paragraphs: ['A test query shows that a search engine answers, whatever it answers.'],
  },
};

/** The names that are served, each with its pages by path. */
export const sitePages: Readonly<Record<string, Pages>> = {
  'docs.firecrawl.dev': docs,
  'firecrawl.dev': product,
  'www.firecrawl.dev': product,
  'github.com': forge,
  'example.com': encyclopedia,
};
