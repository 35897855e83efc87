import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../named-schema.ts";
import { namedSchema, sensitive } from "../schema.ts";

/** Download links for a day's usage metrics; the links expire. */
export interface DailyUsageReport extends SchemaOutput<typeof dayReportSchema> {}
const dayReportSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({ download_links: sensitive(z.array(z.string())), report_day: z.string() }),
);
export const DailyUsageReport: NamedSchema<DailyUsageReport> = dayReportSchema;

/** Download links for the usage metrics of the latest 28 days; the links expire. */
export interface LatestUsageReport extends SchemaOutput<typeof latestReportSchema> {}
const latestReportSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    download_links: sensitive(z.array(z.string())),
    report_start_day: z.string(),
    report_end_day: z.string(),
  }),
);
export const LatestUsageReport: NamedSchema<LatestUsageReport> = latestReportSchema;
