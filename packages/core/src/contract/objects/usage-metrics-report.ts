import * as z from "zod/mini";
import { namedObject, sensitive } from "../schema.ts";

/** Download links for a day's usage metrics; the links expire. */
export class DailyUsageReport extends namedObject(() => ({
  download_links: sensitive(z.array(z.string())),
  report_day: z.string(),
})) {}

/** Download links for the usage metrics of the latest 28 days; the links expire. */
export class LatestUsageReport extends namedObject(() => ({
  download_links: sensitive(z.array(z.string())),
  report_start_day: z.string(),
  report_end_day: z.string(),
})) {}
