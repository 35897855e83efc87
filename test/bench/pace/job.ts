/** One call to make; `number` is unique per kind. */
export interface BenchJob {
  readonly kind: JobKind;
  readonly number: number;
  /** A user is waiting for the result. */
  readonly interactive?: boolean;
}

export type JobKind = "secret" | "review-request" | "redelivery" | "subscription" | "unwatching";

/** The HTTP request of a job. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

export const SEALED_SECRET = { encrypted_value: "c2VhbGVk", key_id: "568250167242549743", visibility: "all" } as const;

const REQUESTS: Readonly<Record<JobKind, (number: number) => WireRequest>> = {
  secret: (n) => ({ method: "PUT", path: `/orgs/acme/dependabot/secrets/KEY_${n}`, body: SEALED_SECRET }),
  "review-request": (n) => ({
    method: "POST",
    path: `/repos/acme/widgets/pulls/${n}/requested_reviewers`,
    body: { reviewers: ["ada"] },
  }),
  redelivery: (n) => ({ method: "POST", path: `/repos/acme/widgets/hooks/1/deliveries/${n}/attempts` }),
  subscription: (n) => ({ method: "GET", path: `/repos/acme/widgets-${n}/subscription` }),
  unwatching: (n) => ({ method: "DELETE", path: `/repos/acme/widgets-${n}/subscription` }),
};

/** Returns the HTTP request of a job. */
export const wireRequest = ({ kind, number }: BenchJob): WireRequest => REQUESTS[kind](number);
