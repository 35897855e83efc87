import type { Context } from "hono";
import * as z from "zod/mini";
import type { EmulatorContext } from "../emulator-context.ts";
import { isLinkValid } from "../expiring-link.ts";
import { renderUsageReport } from "../objects/usage-report.ts";
import { enterprises } from "../state/enterprises.ts";
import { ReportKind } from "../state/usage-reports.ts";

const ReportLink = z.object({
  enterprise: z.string(),
  kind: ReportKind,
  from: z.string(),
  to: z.string(),
});

/**
 * Serves `/usage-reports/{enterprise}/{kind}/{from}/{to}?...`: a usage metrics report, for a link that has not expired.
 */
export function serveUsageReport(context: EmulatorContext, c: Context): Response {
  const { db } = context;
  const link = z.safeParse(ReportLink, c.req.param());
  const enterprise = link.success ? enterprises.find(db, { slug: link.data.enterprise }) : undefined;
  if (!link.success || !enterprise) return c.text("The link does not lead to a report.", 403);
  const report = { enterpriseId: enterprise.id, kind: link.data.kind, from: link.data.from, to: link.data.to };
  if (!isLinkValid(context, new URL(c.req.url))) {
    return c.text("The link has expired, or was not made by this service.", 403);
  }
  return c.body(renderUsageReport(db, report), 200, {
    "content-type": "application/x-ndjson",
    "cache-control": "no-store",
  });
}
