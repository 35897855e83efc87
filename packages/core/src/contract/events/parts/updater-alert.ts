import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../../named-schema.ts";
import { User } from "../../objects/user.ts";
import { extensibleEnum, fieldsWith, namedSchema } from "../../schema.ts";
import { PackageVulnerability, UpdaterAdvisory, VulnerableDependency } from "./vulnerability.ts";

/** An alert about a vulnerable dependency. */
export interface UpdaterAlert extends SchemaOutput<typeof updaterAlertSchema> {}
const updaterAlertSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    number: z.int(),
    state: extensibleEnum("auto_dismissed", "dismissed", "fixed", "open"),
    dependency: VulnerableDependency(),
    security_advisory: UpdaterAdvisory(),
    security_vulnerability: PackageVulnerability(),
    ...fieldsWith(z.string(), "url", "html_url", "created_at", "updated_at"),
    ...fieldsWith(z.nullable(z.string()), "dismissed_at", "dismissed_comment", "fixed_at"),
    auto_dismissed_at: z.optional(z.nullable(z.string())),
    dismissed_by: z.nullable(User()),
    dismissed_reason: z.nullable(
      extensibleEnum("fix_started", "inaccurate", "no_bandwidth", "not_used", "tolerable_risk"),
    ),
    assignees: z.optional(z.array(User())),
  }),
);
export const UpdaterAlert: NamedSchema<UpdaterAlert> = updaterAlertSchema;
