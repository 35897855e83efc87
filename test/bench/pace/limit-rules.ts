const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A limit per time window, in milliseconds. */
export interface LimitRule {
  readonly limit: number;
  readonly window: number;
}

/** The rate limits of a service. */
export interface LimitRules {
  /** Concurrent requests. */
  readonly inFlight: number;
  readonly points: LimitRule;
  /** CPU milliseconds. */
  readonly cpu: LimitRule;
  readonly contentPerMinute: LimitRule;
  readonly contentPerHour: LimitRule;
  /** Requests, regardless of their cost. */
  readonly primary: LimitRule;
}

export const PUBLISHED_LIMITS: LimitRules = {
  inFlight: 100,
  points: { limit: 900, window: MINUTE },
  cpu: { limit: 90 * SECOND, window: MINUTE },
  contentPerMinute: { limit: 80, window: MINUTE },
  contentPerHour: { limit: 500, window: HOUR },
  primary: { limit: 5000, window: HOUR },
};

/** Limits of the points that differ from the published ones, without any indication in responses. */
export const HIDDEN_LIMITS = {
  half: { ...PUBLISHED_LIMITS, points: { limit: 450, window: MINUTE } },
  tenth: { ...PUBLISHED_LIMITS, points: { limit: 90, window: MINUTE } },
  "short-windows": { ...PUBLISHED_LIMITS, points: { limit: 150, window: 10 * SECOND } },
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
