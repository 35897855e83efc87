import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { extensibleEnum, fieldsWith, namedObject, namedSchema, vendorValues } from "../schema.ts";

/** Provider of an image: the service, a partner, or the organization. */
const source = lazy(() => vendorValues(extensibleEnum("svc", "partner", "custom")));

const image = lazy(() =>
  z.looseObject({ ...fieldsWith(z.string(), "id", "display_name"), size_gb: z.int(), source: source() }),
);

/** An image for hosted runners. */
export class HostedRunnerImage extends namedSchema(() => z.extend(image(), { platform: z.string() })) {}

/** Machine size of a hosted runner. */
export class MachineSize extends namedObject(() => ({
  id: z.string(),
  ...fieldsWith(z.int(), "cpu_cores", "memory_gb", "storage_gb"),
})) {}

/** Limits on an organization's hosted runners. */
export class HostedRunnerLimits extends namedObject(() => ({
  public_ips: z.looseObject(fieldsWith(z.int(), "maximum", "current_usage")),
})) {}

/** A larger runner hosted by the service: a pool of identical machines. */
export class HostedRunner extends namedObject(() => ({
  id: z.int(),
  name: z.string(),
  runner_group_id: z.optional(z.int()),
  image_details: z.nullable(z.extend(image(), { version: z.optional(z.string()) })),
  machine_size_details: MachineSize.schema(),
  status: extensibleEnum("Ready", "Provisioning", "Shutdown", "Deleting", "Stuck"),
  platform: z.string(),
  maximum_runners: z._default(z.int(), 10),
  public_ip_enabled: z.boolean(),
  public_ips: z.optional(
    z.array(
      z.looseObject({
        enabled: z.optional(z.boolean()),
        prefix: z.optional(z.string()),
        length: z.optional(z.int()),
      }),
    ),
  ),
  last_active_on: z.optional(z.nullable(z.string())),
  image_gen: z.optional(z.boolean()),
})) {}
