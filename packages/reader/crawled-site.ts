import { htmlPage, serveSite, type TestSite } from '../../test/harness/serve-site.ts';

/** A site for readers: every path is a page with a menu, a main part and links; below `/gone` there is none. */
export const serveCrawled = (): Promise<TestSite> =>
  serveSite((path, response) => {
    if (path.startsWith('/gone')) {
      response.writeHead(404).end('no');
      return;
    }
    const html = htmlPage(`Page ${path}`, ['/one', '/two', 'https://other.example/'])
      .replace('<body>', '<body><p>Menu of the site</p>')
      .replace('</title>', '</title><meta name="description" content="About a page">');
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  });
