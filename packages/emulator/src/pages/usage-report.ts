import type { Context } from "hono";
import * as z from "zod/mini";
import { renderUsageReport } from "../objects/usage-report.ts";
import { findEnterprise } from "../state/enterprises.ts";
import { ReportKind } from "../state/usage-reports.ts";
import { isTimely } from "../timed-link.ts";
import type { World } from "../world.ts";

const Link = z.object({
  enterprise: z.string(),
  kind: ReportKind,
  from: z.string(),
  to: z.string(),
});

/** `/usage-reports/{enterprise}/{kind}/{from}/{to}?...`: a usage-metrics report, for whoever has a link that still works. */
export function usageReport(world: World, context: Context): Response {
  const { db } = world;
  const link = z.safeParse(Link, context.req.param());
  const enterprise = link.success ? findEnterprise(db, link.data.enterprise) : undefined;
  if (!link.success || !enterprise) return context.text("This is no link to a report.", 403);
  const report = { enterpriseId: enterprise.id, kind: link.data.kind, from: link.data.from, to: link.data.to };
  if (!isTimely(world, new URL(context.req.url))) {
    return context.text("The link has expired, or was not made by this service.", 403);
  }
  return context.body(renderUsageReport(db, report), 200, {
    "content-type": "application/x-ndjson",
    "cache-control": "no-store",
  });
}
