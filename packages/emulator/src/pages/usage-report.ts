import type { Context } from "hono";
import * as z from "zod/mini";
import { renderUsageReport } from "../objects/usage-report.ts";
import { findEnterprise } from "../state/enterprises.ts";
import { isSignedReport, ReportKind } from "../state/usage-reports.ts";
import type { World } from "../world.ts";

const Link = z.object({
  enterprise: z.string(),
  kind: ReportKind,
  from: z.string(),
  to: z.string(),
  expires: z.pipe(
    z.string().check(z.regex(/^\d{1,12}$/)),
    z.transform((text) => Number(text)),
  ),
  signature: z.string(),
});

/**
 * `/usage-reports/{enterprise}/{kind}/{from}/{to}?expires=...&signature=...`: a usage-metrics report for whoever has a link
 * to it that still holds.
 */
export function usageReport({ db, now }: World, context: Context): Response {
  const link = z.safeParse(Link, { ...context.req.param(), ...context.req.query() });
  const enterprise = link.success ? findEnterprise(db, link.data.enterprise) : undefined;
  if (!link.success || !enterprise) return context.text("This is no link to a report.", 403);
  const report = { enterpriseId: enterprise.id, kind: link.data.kind, from: link.data.from, to: link.data.to };
  if (!isSignedReport(db, report, link.data, now())) {
    return context.text("The link has expired, or was not made by this service.", 403);
  }
  return context.body(renderUsageReport(db, report), 200, {
    "content-type": "application/x-ndjson",
    "cache-control": "no-store",
  });
}
