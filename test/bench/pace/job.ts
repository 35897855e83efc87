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

/** Returns the HTTP request of a job. */
export function wireRequest({ kind, number }: BenchJob): WireRequest {
  switch (kind) {
    case "secret":
      return { method: "PUT", path: `/orgs/acme/dependabot/secrets/KEY_${number}`, body: SEALED_SECRET };
    case "review-request":
      return {
        method: "POST",
        path: `/repos/acme/widgets/pulls/${number}/requested_reviewers`,
        body: { reviewers: ["ada"] },
      };
    case "redelivery":
      return { method: "POST", path: `/repos/acme/widgets/hooks/1/deliveries/${number}/attempts` };
    case "subscription":
      return { method: "GET", path: `/repos/acme/widgets-${number}/subscription` };
    case "unwatching":
      return { method: "DELETE", path: `/repos/acme/widgets-${number}/subscription` };
  }
}
