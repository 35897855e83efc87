import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import type { Named, OutputOf } from "../named.ts";
import { alike, named, open, vendorValues } from "../schema.ts";

/** Who provides an image: the service itself, a partner of it, or the organization. */
const source = /* @__PURE__ */ lazy(() => vendorValues(open("svc", "partner", "custom")));

const image = /* @__PURE__ */ lazy(() =>
  z.looseObject({ ...alike(z.string(), "id", "display_name"), size_gb: z.int(), source: source() }),
);

/** An image that hosted runners can start from (public description). */
export interface HostedRunnerImage extends OutputOf<typeof hostedRunnerImageSchema> {}
const hostedRunnerImageSchema = /* @__PURE__ */ named(() => z.extend(image(), { platform: z.string() }));
export const HostedRunnerImage: Named<HostedRunnerImage> = hostedRunnerImageSchema;

/** How large the machines of a hosted runner are (public description). */
export interface MachineSize extends OutputOf<typeof machineSizeSchema> {}
const machineSizeSchema = /* @__PURE__ */ named(() =>
  z.looseObject({ id: z.string(), ...alike(z.int(), "cpu_cores", "memory_gb", "storage_gb") }),
);
export const MachineSize: Named<MachineSize> = machineSizeSchema;

/** How much hosted runners of an organization may have (public description). */
export interface HostedRunnerLimits extends OutputOf<typeof hostedRunnerLimitsSchema> {}
const hostedRunnerLimitsSchema = /* @__PURE__ */ named(() =>
  z.looseObject({ public_ips: z.looseObject(alike(z.int(), "maximum", "current_usage")) }),
);
export const HostedRunnerLimits: Named<HostedRunnerLimits> = hostedRunnerLimitsSchema;

/** A larger runner that the service hosts for an organization: as many machines of one kind as are needed (public description). */
export interface HostedRunner extends OutputOf<typeof hostedRunnerSchema> {}
const hostedRunnerSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    id: z.int(),
    name: z.string(),
    runner_group_id: z.optional(z.int()),
    image_details: z.nullable(z.extend(image(), { version: z.optional(z.string()) })),
    machine_size_details: MachineSize(),
    status: open("Ready", "Provisioning", "Shutdown", "Deleting", "Stuck"),
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
  }),
);
export const HostedRunner: Named<HostedRunner> = hostedRunnerSchema;
