import { serveSite, type TestSite } from '../harness/serve-site.ts';

/** Serves a page for each path. It says the lamp's `sku` by itself (`LAMP-1` for `/1`); its mood only a model knows. */
export const serveLamps = (): Promise<TestSite> =>
  serveSite((path, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<html lang="en"><head><title>Lamp ${path.slice(1)}</title></head><body><main><h1>Lamp</h1>
        <p>A lamp for reading, which stands on a desk or hangs from a wall, in one of two colours.</p>
        <dl><dt>SKU</dt><dd>LAMP-${path.slice(1)}</dd></dl></main></body></html>`);
  });
