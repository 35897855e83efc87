const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** So much in so many milliseconds. */
export interface Rule {
  readonly limit: number;
  readonly window: number;
}

/** The limits that a service holds its callers to. */
export interface Rules {
  /** Requests that it works on at once. */
  readonly inFlight: number;
  readonly points: Rule;
  /** Milliseconds of it. */
  readonly cpu: Rule;
  readonly contentPerMinute: Rule;
  readonly contentPerHour: Rule;
  /** Requests, whatever they cost otherwise. */
  readonly primary: Rule;
}

export const PUBLISHED: Rules = {
  inFlight: 100,
  points: { limit: 900, window: MINUTE },
  cpu: { limit: 90 * SECOND, window: MINUTE },
  contentPerMinute: { limit: 80, window: MINUTE },
  contentPerHour: { limit: 500, window: HOUR },
  primary: { limit: 5000, window: HOUR },
};

/** Half the points that are published, and nothing that tells so. */
export const HIDDEN: Rules = { ...PUBLISHED, points: { limit: 450, window: MINUTE } };

/** Milliseconds that a request is under way, in each direction. */
export const LATENCY = { shortest: 20, longest: 30 } as const;

/** What a request weighs. */
export interface Load {
  readonly points: number;
  /** Milliseconds, all of them CPU. */
  readonly service: number;
  readonly createsContent: boolean;
}

const READ: Load = { points: 1, service: 80, createsContent: false };
const WRITE: Load = { points: 5, service: 200, createsContent: false };
const CONTENT: Load = { points: 5, service: 300, createsContent: true };

/** What a request weighs, told from how it looks on the wire. */
export function loadOf({ method, path }: { readonly method: string; readonly path: string }): Load {
  if (/^(GET|HEAD|OPTIONS)$/.test(method)) return READ;
  return method === "POST" && path.endsWith("/requested_reviewers") ? CONTENT : WRITE;
}
