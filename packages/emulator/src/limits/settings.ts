import * as z from "zod/mini";

const seconds = () => z.number().check(z.minimum(0.001));

/** Number of calls in a window that starts with the first call. */
const PrimaryLimit = z.strictObject({
  limit: z.int().check(z.minimum(0)),
  seconds: seconds(),
  /** The limit in an enterprise, if different. */
  inEnterprise: z.optional(z.int().check(z.minimum(0))),
  /** Growth per repository and user above a number, up to a maximum. */
  growth: z.optional(
    z.strictObject({
      perRepository: z.int().check(z.minimum(0)),
      perUser: z.int().check(z.minimum(0)),
      above: z.int().check(z.minimum(0)),
      maximum: z.int().check(z.minimum(0)),
      maximumInEnterprise: z.int().check(z.minimum(0)),
    }),
  ),
});
export type PrimaryLimit = z.output<typeof PrimaryLimit>;

/** Limits of one kind of owner. `core` and `search` are always reported; the others vary. */
const PrimaryLimits = z.strictObject({
  core: PrimaryLimit,
  search: PrimaryLimit,
  graphql: z.optional(PrimaryLimit),
  code_search: z.optional(PrimaryLimit),
  source_import: z.optional(PrimaryLimit),
  integration_manifest: z.optional(PrimaryLimit),
  actions_runner_registration: z.optional(PrimaryLimit),
  scim: z.optional(PrimaryLimit),
  dependency_snapshots: z.optional(PrimaryLimit),
  dependency_sbom: z.optional(PrimaryLimit),
  code_scanning_autofix: z.optional(PrimaryLimit),
});
export type LimitedResource = keyof z.output<typeof PrimaryLimits>;
export const LIMITED_RESOURCES: readonly LimitedResource[] = Object.values(z.keyof(PrimaryLimits).def.entries);

/** Maximum within any period of the given length. */
const slidingLimit = (minimum: number) =>
  z.strictObject({ limit: z.int().check(z.minimum(minimum)), seconds: seconds() });
export type SlidingLimit = z.output<ReturnType<typeof slidingLimit>>;

/** A write counts five points, so a lower limit would reject every write. */
const WRITE_POINTS = 5;

/** Limit settings. Missing parts are not limited. */
export const LimitSettings = z.strictObject({
  /** Primary limits by kind of owner and resource. */
  primary: z.optional(
    z.strictObject({
      /** Calls without a valid token, by address. */
      anonymous: z.optional(PrimaryLimits),
      /** All tokens of a user together. */
      user: z.optional(PrimaryLimits),
      installation: z.optional(PrimaryLimits),
      /** Built-in tokens of jobs, by repository. */
      workflow: z.optional(PrimaryLimits),
      /** Apps with a JWT. */
      app: z.optional(PrimaryLimits),
    }),
  ),
  /** Secondary limits, per quota owner. */
  secondary: z.optional(
    z.strictObject({
      points: z.optional(slidingLimit(WRITE_POINTS)),
      inFlight: z.optional(z.strictObject({ limit: z.int().check(z.minimum(1)) })),
      /** Content that notifies people, per minute and per hour. */
      content: z.optional(z.strictObject({ minute: z.optional(slidingLimit(1)), hour: z.optional(slidingLimit(1)) })),
    }),
  ),
});
export type LimitSettings = z.output<typeof LimitSettings>;

export type QuotaOwnerKind = keyof NonNullable<LimitSettings["primary"]>;

export interface QuotaOwner {
  readonly kind: QuotaOwnerKind;
  /** Unique among owners of its kind. */
  readonly id: number | string;
  /** Readable name. */
  readonly name: string;
  /** Returns its size, for limits that grow with it. Called when a window opens. */
  readonly size?: () => OwnerSize;
}

export interface OwnerSize {
  readonly repositories: number;
  readonly users: number;
  readonly inEnterprise: boolean;
}

const hourly = (limit: number) => ({ limit, seconds: 3600 });
const perMinute = (limit: number) => ({ limit, seconds: 60 });

/** Limits of authenticated callers other than `core`. */
const AUTHENTICATED = {
  search: perMinute(30),
  graphql: hourly(5000),
  code_search: perMinute(10),
  source_import: perMinute(100),
  integration_manifest: hourly(5000),
  actions_runner_registration: hourly(10_000),
  scim: hourly(15_000),
  dependency_snapshots: perMinute(100),
  dependency_sbom: perMinute(100),
  code_scanning_autofix: perMinute(10),
};

/** Limit presets: none, and those in GitHub's documentation. */
export const LIMIT_PRESETS = {
  off: {},
  published: {
    primary: {
      anonymous: { core: hourly(60), search: perMinute(10), graphql: hourly(0), integration_manifest: hourly(5000) },
      user: { core: hourly(5000), ...AUTHENTICATED },
      installation: {
        core: {
          ...hourly(5000),
          growth: { perRepository: 50, perUser: 50, above: 20, maximum: 12_500, maximumInEnterprise: 15_000 },
        },
        ...AUTHENTICATED,
      },
      workflow: { core: { ...hourly(1000), inEnterprise: 15_000 }, ...AUTHENTICATED },
      app: { core: hourly(5000), ...AUTHENTICATED },
    },
    secondary: {
      points: perMinute(900),
      inFlight: { limit: 100 },
      content: { minute: perMinute(80), hour: hourly(500) },
    },
  },
} as const satisfies Readonly<Record<string, LimitSettings>>;

/** Applies overrides to `published` without validating the result: `off` removes a part, missing parts are kept. */
export function overridePublished(overrides: unknown): unknown {
  return merge(LIMIT_PRESETS.published, overrides);
}

function merge(base: unknown, overrides: unknown): unknown {
  if (!isRecord(overrides)) return overrides;
  const baseFields = isRecord(base) ? base : {};
  const unchanged = Object.entries(baseFields).filter(([name]) => !Object.hasOwn(overrides, name));
  // `off` for a part that `published` lacks is left to the validation.
  const changed = Object.entries(overrides)
    .filter(([name, part]) => part !== "off" || !Object.hasOwn(baseFields, name))
    .map(([name, part]): [string, unknown] => [name, part === "off" ? undefined : part]);
  return Object.fromEntries([
    ...unchanged,
    ...changed.map(([name, part]) => [
      name,
      merge(Object.hasOwn(baseFields, name) ? baseFields[name] : undefined, part),
    ]),
  ]);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
