import * as z from "zod/mini";
import { once } from "../once.ts";
import { sensitive } from "../schema.ts";

/** Where to download a day's usage metrics; the links expire (document 2, Usage-metrics report reference). */
export interface DayReport extends z.output<ReturnType<typeof DayReport>> {}
export const DayReport = /* @__PURE__ */ once(() =>
  z.looseObject({ download_links: sensitive(z.array(z.string())), report_day: z.string() }),
);

/** Where to download the usage metrics of the latest 28 days; the links expire (document 2). */
export interface LatestReport extends z.output<ReturnType<typeof LatestReport>> {}
export const LatestReport = /* @__PURE__ */ once(() =>
  z.looseObject({
    download_links: sensitive(z.array(z.string())),
    report_start_day: z.string(),
    report_end_day: z.string(),
  }),
);
