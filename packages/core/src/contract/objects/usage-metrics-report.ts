import * as z from "zod/mini";
import type { Named, OutputOf } from "../named.ts";
import { named, sensitive } from "../schema.ts";

/** Where to download a day's usage metrics; the links expire (document 2, Usage-metrics report reference). */
export interface DayReport extends OutputOf<typeof dayReportSchema> {}
const dayReportSchema = /* @__PURE__ */ named(() =>
  z.looseObject({ download_links: sensitive(z.array(z.string())), report_day: z.string() }),
);
export const DayReport: Named<DayReport> = dayReportSchema;

/** Where to download the usage metrics of the latest 28 days; the links expire (document 2). */
export interface LatestReport extends OutputOf<typeof latestReportSchema> {}
const latestReportSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    download_links: sensitive(z.array(z.string())),
    report_start_day: z.string(),
    report_end_day: z.string(),
  }),
);
export const LatestReport: Named<LatestReport> = latestReportSchema;
