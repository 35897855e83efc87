import * as z from "zod/mini";

const seconds = () => z.number().check(z.minimum(0.001));

/** So many calls in a window that begins with the first of them. */
const PrimaryLimit = z.strictObject({
  limit: z.int().check(z.minimum(0)),
  seconds: seconds(),
  /** The limit in an enterprise, where that is another. */
  inEnterprise: z.optional(z.int().check(z.minimum(0))),
  /** More for each repository and each user above a number, up to a maximum. */
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

/** The limits of one kind of owner. Every answer about them has the first two; which others there are differs. */
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
export type Resource = keyof z.output<typeof PrimaryLimits>;
export const RESOURCES: readonly Resource[] = Object.values(z.keyof(PrimaryLimits).def.entries);

/** So much in any stretch of so many seconds. */
const slidingLimit = (least: number) => z.strictObject({ limit: z.int().check(z.minimum(least)), seconds: seconds() });
export type SlidingLimit = z.output<ReturnType<typeof slidingLimit>>;

/** A write is five points: fewer in a window would let none through. */
const POINTS_OF_A_WRITE = 5;

/** What a service limits. What is left out is not limited. */
export const LimitSettings = z.strictObject({
  /** Calls, by whose quota they count on and by what they are about. */
  primary: z.optional(
    z.strictObject({
      /** Calls without a token, and with one that doesn't hold: by address. */
      anonymous: z.optional(PrimaryLimits),
      /** All tokens of a user together. */
      user: z.optional(PrimaryLimits),
      installation: z.optional(PrimaryLimits),
      /** A job's built-in token: by repository. */
      workflow: z.optional(PrimaryLimits),
      /** An app that calls as itself. */
      app: z.optional(PrimaryLimits),
    }),
  ),
  /** How quickly calls may come, for each owner of a quota. */
  secondary: z.optional(
    z.strictObject({
      points: z.optional(slidingLimit(POINTS_OF_A_WRITE)),
      inFlight: z.optional(z.strictObject({ limit: z.int().check(z.minimum(1)) })),
      /** What people are notified of: in a minute, and in an hour. */
      content: z.optional(z.strictObject({ minute: z.optional(slidingLimit(1)), hour: z.optional(slidingLimit(1)) })),
    }),
  ),
});
export type LimitSettings = z.output<typeof LimitSettings>;

/** Kinds of owners of a quota. */
export type OwnerKind = keyof NonNullable<LimitSettings["primary"]>;

/** Whose quota a call counts on. */
export interface Owner {
  readonly kind: OwnerKind;
  /** What tells it from others of its kind. */
  readonly id: number | string;
  /** What people call it. */
  readonly name: string;
  /** How large it is: asked where a limit grows with that, when its window begins. */
  readonly size?: () => OwnerSize;
}

export interface OwnerSize {
  readonly repositories: number;
  readonly users: number;
  readonly inEnterprise: boolean;
}

const hourly = (limit: number) => ({ limit, seconds: 3600 });
const eachMinute = (limit: number) => ({ limit, seconds: 60 });

/** What signed-in callers have beside `core`. */
const SIGNED_IN = {
  search: eachMinute(30),
  graphql: hourly(5000),
  code_search: eachMinute(10),
  source_import: eachMinute(100),
  integration_manifest: hourly(5000),
  actions_runner_registration: hourly(10_000),
  scim: hourly(15_000),
  dependency_snapshots: eachMinute(100),
  dependency_sbom: eachMinute(100),
  code_scanning_autofix: eachMinute(10),
};

/** The limits to choose from by name: none, and those that are published (public documentation of rate limits). */
export const LIMIT_PRESETS = {
  off: {},
  published: {
    primary: {
      anonymous: { core: hourly(60), search: eachMinute(10), graphql: hourly(0), integration_manifest: hourly(5000) },
      user: { core: hourly(5000), ...SIGNED_IN },
      installation: {
        core: {
          ...hourly(5000),
          growth: { perRepository: 50, perUser: 50, above: 20, maximum: 12_500, maximumInEnterprise: 15_000 },
        },
        ...SIGNED_IN,
      },
      workflow: { core: { ...hourly(1000), inEnterprise: 15_000 }, ...SIGNED_IN },
      app: { core: hourly(5000), ...SIGNED_IN },
    },
    secondary: {
      points: eachMinute(900),
      inFlight: { limit: 100 },
      content: { minute: eachMinute(80), hour: hourly(500) },
    },
  },
} as const satisfies Readonly<Record<string, LimitSettings>>;

/** `published` with parts of it changed, yet to be checked: what is `off` is taken out, what is not named stays. */
export function changePublished(change: unknown): unknown {
  return merge(LIMIT_PRESETS.published, change);
}

function merge(base: unknown, change: unknown): unknown {
  if (!isRecord(change)) return change;
  const known = isRecord(base) ? base : {};
  const kept = Object.entries(known).filter(([name]) => !Object.hasOwn(change, name));
  // What there is none of is off already; it is left to the check whether there could be.
  const changed = Object.entries(change)
    .filter(([name, part]) => part !== "off" || !Object.hasOwn(known, name))
    .map(([name, part]): [string, unknown] => [name, part === "off" ? undefined : part]);
  return Object.fromEntries([
    ...kept,
    ...changed.map(([name, part]) => [name, merge(Object.hasOwn(known, name) ? known[name] : undefined, part)]),
  ]);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
