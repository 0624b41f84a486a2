import { sourceLimits } from '../../../lib/limits/source-limits.ts';
import { readListCursor, writeListCursor } from '../../../lib/list-cursor.ts';
import { parseWith } from '../../../lib/request/parse-request.ts';
import { auditQuerySchema, auditVerifyQuerySchema } from '../../../lib/source/audit/audit-query.ts';
import { csvHeading, csvLines } from '../../../lib/source/audit/audit-rows.ts';
import {
  readAudit,
  readAuditCursor,
  whyNoAuditPlace,
  writeAuditCursor,
} from '../../../lib/steps/manage-sources/read-audit.ts';
import { verifyAudit } from '../../../lib/steps/manage-sources/verify-audit.ts';
import { jsonResponse, refuse, type HttpResponse, type HttpRequest } from '../../edge/http.ts';
import { tellIgnored } from '../with-warnings.ts';
import { whyNoAudit } from './missing-audit.ts';
import type { SourceDependencies } from './sources.ts';

const isDay = /^\d{4}-\d{2}-\d{2}$/;

const rowsAsked = async (dependencies: SourceDependencies, request: HttpRequest) => {
  const parsed = parseWith(auditQuerySchema, request.query);
  if (!parsed.ok) return parsed;
  const { source, from, to, action, status, limit, cursor } = parsed.value;
  const { team } = request.caller;
  const listAsked = { list: 'audit', filters: { team, source, from, to, action, status } };
  const missing = await whyNoAudit(dependencies.table, team, source);
  if (missing !== null) return { ok: false as const, failure: missing };
  const begun = readListCursor(listAsked, cursor);
  if (!begun.ok) return begun;
  const place = begun.place === undefined ? null : readAuditCursor(begun.place);
  const unknown = place === null ? null : await whyNoAuditPlace(dependencies.table, team, place, { source });
  if (unknown !== null) return { ok: false as const, failure: unknown };
  const read = await readAudit(dependencies, team, {
    from: place,
    count: Math.min(limit, sourceLimits.auditRowsPerAnswerMax),
    wanted: {
      source,
      action,
      status,
      from: from === undefined ? undefined : Date.parse(from),
      // A date means the end of that day.
      to: to === undefined ? undefined : Date.parse(isDay.test(to) ? `${to}T23:59:59.999Z` : to),
    },
  });
  const next = read.next === null ? null : writeListCursor(listAsked, writeAuditCursor(read.next));
  const warnings = tellIgnored(parsed);
  return { ok: true as const, rows: read.rows, cursor: next, warnings };
};

const list = async (dependencies: SourceDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const read = await rowsAsked(dependencies, request);
  return read.ok
    ? jsonResponse(200, { success: true, rows: read.rows, cursor: read.cursor, ...read.warnings })
    : refuse(read.failure);
};

const csv = async (dependencies: SourceDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const read = await rowsAsked(dependencies, request);
  if (!read.ok) return refuse(read.failure);
  // Only the first part has a heading, so that parts in a row make one file.
  const heading = request.query['cursor'] === undefined ? csvHeading : '';
  return {
    statusCode: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="audit.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...(read.cursor === null ? {} : { 'x-gleaner-cursor': read.cursor }),
    },
    body: `${heading}${csvLines(read.rows)}`,
  };
};

const verify = async (dependencies: SourceDependencies, request: HttpRequest): Promise<HttpResponse> => {
  const parsed = parseWith(auditVerifyQuerySchema, request.query);
  if (!parsed.ok) return refuse(parsed.failure);
  const verified = await verifyAudit(dependencies, request.caller.team, parsed.value.cursor);
  if ('code' in verified) return refuse(verified);
  const { chains, next } = verified;
  return jsonResponse(200, {
    success: true,
    intact: chains.every(({ findings }) => findings.length === 0),
    chains: chains.map((chain) => ({
      ...chain,
      findings: chain.findings.slice(0, sourceLimits.auditFindingsMax),
    })),
    cursor: next,
  });
};

/** Reading and checking the audit of a team. */
export const auditHandlers = { list, csv, verify };
