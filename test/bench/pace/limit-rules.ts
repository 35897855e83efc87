import { LIMIT_PRESETS, type SlidingLimit } from "../../../packages/emulator/src/limits/settings.ts";

/** The rate limits of a service for one user. */
export interface LimitRules {
  /** Requests, regardless of their cost. */
  readonly primary: SlidingLimit;
  readonly points: SlidingLimit;
  /** Concurrent requests. */
  readonly inFlight: { readonly limit: number };
  readonly content: { readonly minute: SlidingLimit; readonly hour: SlidingLimit };
  /** CPU milliseconds. */
  readonly cpu: SlidingLimit;
}

const { primary, secondary } = LIMIT_PRESETS.published;

/** The emulator's limits, and one of CPU time, which the emulator does not have. */
export const PUBLISHED_LIMITS: LimitRules = {
  ...secondary,
  primary: primary.user.core,
  cpu: { limit: 90_000, seconds: 60 },
};

/** Limits of the points that differ from the published ones, without any indication in responses. */
export const HIDDEN_LIMITS = {
  half: { ...PUBLISHED_LIMITS, points: { limit: 450, seconds: 60 } },
  tenth: { ...PUBLISHED_LIMITS, points: { limit: 90, seconds: 60 } },
  "short-windows": { ...PUBLISHED_LIMITS, points: { limit: 150, seconds: 10 } },
} as const satisfies Record<string, LimitRules>;

/** Network latency of a request in each direction, in milliseconds. */
export interface NetworkLatency {
  readonly shortest: number;
  readonly longest: number;
}

export const NEAR: NetworkLatency = { shortest: 20, longest: 30 };

/** A network whose latency varies by as much as its shortest one. */
export const withJitter = (shortest: number): NetworkLatency => ({ shortest, longest: 2 * shortest });

/** Cost of a request to the service. */
export interface RequestCost {
  readonly points: number;
  /** Milliseconds, all of it CPU time. */
  readonly serviceTime: number;
  readonly createsContent: boolean;
}

const READ: RequestCost = { points: 1, serviceTime: 80, createsContent: false };
const WRITE: RequestCost = { points: 5, serviceTime: 200, createsContent: false };
const CONTENT: RequestCost = { points: 5, serviceTime: 300, createsContent: true };

/** Returns the cost of a request, derived from its method and path. */
export function requestCost({ method, path }: { readonly method: string; readonly path: string }): RequestCost {
  if (/^(GET|HEAD|OPTIONS)$/.test(method)) return READ;
  return method === "POST" && path.endsWith("/requested_reviewers") ? CONTENT : WRITE;
}
