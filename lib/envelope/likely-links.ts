import type { Link } from '../content/page-content.ts';
import { fieldsOfOrder } from '../extract/schema/asked-fields.ts';
import { linkScore, linkWantsOf, type LinkWants } from '../extract/candidates/link-score.ts';
import type { NewPage } from '../frontier/page.ts';
import type { RunningJob } from '../job/job.ts';
import type { ExtractOrder } from '../request/extract-order.ts';

/** Reads what a job extracts; null where that is gone. */
export type OrderOf = (hash: string) => Promise<ExtractOrder | null>;

const kept = 100;

/** An `OrderOf` that remembers: what a hash stands for never changes. */
export const rememberOrders = (read: OrderOf): OrderOf => {
  const orders = new Map<string, ExtractOrder>();
  return async (hash) => {
    const known = orders.get(hash);
    if (known !== undefined) return known;
    const order = await read(hash);
    if (orders.size >= kept) orders.clear();
    if (order !== null) orders.set(hash, order);
    return order;
  };
};

const wantsOf = new WeakMap<ExtractOrder, LinkWants>();

const wantsFor = (order: ExtractOrder): LinkWants => {
  const known = wantsOf.get(order);
  if (known !== undefined) return known;
  const read = fieldsOfOrder(order);
  const wants = linkWantsOf(read.kind === 'read' ? read.fields : [], order.prompt);
  wantsOf.set(order, wants);
  return wants;
};

/**
 * The children of a page of a crawl that looks for something, the likely ones first, each with how likely its link makes it. Of
 * any other job as they are.
 */
export const likelyFirst = async (
  orderOf: OrderOf,
  job: RunningJob,
  links: readonly Link[],
  children: readonly NewPage[],
): Promise<readonly NewPage[]> => {
  const { extract, crawl } = job.request;
  if (extract === undefined || crawl === undefined || children.length === 0) return children;
  const order = await orderOf(extract.order);
  if (order?.merge !== true) return children;
  const wants = wantsFor(order);
  const scored = children.map((child) => {
    const link = links[child.position];
    return { ...child, score: link === undefined ? 0 : linkScore(wants, link) };
  });
  return scored.sort((a, b) => b.score - a.score);
};
