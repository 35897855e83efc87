import * as z from "zod/mini";
import type { Enterprise } from "../../state/enterprises.ts";
import { assistantUsage, usagePolicies } from "../../state/usage-reports.ts";
import { defineSection } from "../define-section.ts";

import { count } from "../fields.ts";
import { each } from "../seed-error.ts";
import { SeedTime } from "../time.ts";

const Activity = z.strictObject({
  user: z.string(),
  day: z.union([z.iso.date(), SeedTime]),
  ide: z._default(z.string(), "vscode"),
  feature: z._default(z.string(), "code_completion"),
  language: z._default(z.string(), "typescript"),
  interactions: count(),
  generations: count(),
  acceptances: count(),
  lines_suggested: count(),
  lines_suggested_to_delete: count(),
  lines_added: count(),
  lines_deleted: count(),
});

const UsageMetrics = z.strictObject({
  policy: z._default(z.enum(["enabled", "disabled"]), "enabled"),
  activity: z._default(z.array(Activity), []),
});

/** Inserts an enterprise's Copilot usage and the reporting policy. */
export const usageMetrics = defineSection(UsageMetrics, (context, enterprise: Enterprise, { policy, activity }) => {
  usagePolicies.put(context.db, { enterprise_id: enterprise.id, enabled: policy === "enabled" });
  each(["activity"], activity, ({ user, day, ide, feature, language, ...counts }) =>
    assistantUsage.insert(context.db, {
      enterprise_id: enterprise.id,
      ide,
      feature,
      language,
      user_id: context.user(user, "user").id,
      day: /^\d{4}-\d\d-\d\d$/.test(day) ? day : context.toTimestamp(day).slice(0, 10),
      user_initiated_interaction_count: counts.interactions,
      code_generation_activity_count: counts.generations,
      code_acceptance_activity_count: counts.acceptances,
      loc_suggested_to_add_sum: counts.lines_suggested,
      loc_suggested_to_delete_sum: counts.lines_suggested_to_delete,
      loc_added_sum: counts.lines_added,
      loc_deleted_sum: counts.lines_deleted,
    }),
  );
});
