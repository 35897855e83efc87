import * as z from "zod/mini";
import { User } from "../../objects/user.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../../schema.ts";
import { PackageVulnerability, UpdaterAdvisory, VulnerableDependency } from "./vulnerability.ts";

/** An alert about a vulnerable dependency. */
export class UpdaterAlert extends namedObject(() => ({
  number: z.int(),
  state: extensibleEnum("auto_dismissed", "dismissed", "fixed", "open"),
  dependency: VulnerableDependency.schema(),
  security_advisory: UpdaterAdvisory.schema(),
  security_vulnerability: PackageVulnerability.schema(),
  ...fieldsWith(z.string(), "url", "html_url", "created_at", "updated_at"),
  ...fieldsWith(z.nullable(z.string()), "dismissed_at", "dismissed_comment", "fixed_at"),
  auto_dismissed_at: z.optional(z.nullable(z.string())),
  dismissed_by: z.nullable(User.schema()),
  dismissed_reason: z.nullable(
    extensibleEnum("fix_started", "inaccurate", "no_bandwidth", "not_used", "tolerable_risk"),
  ),
  assignees: z.optional(z.array(User.schema())),
})) {}
