/** One call to make; the number sets it apart from all others. */
export interface Job {
  readonly kind: JobKind;
  readonly number: number;
  /** Somebody waits for it. */
  readonly interactive?: boolean;
}

export type JobKind = "secret" | "review-request" | "redelivery" | "subscription" | "unwatching";

/** A job on the wire. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

export const SEALED = { encrypted_value: "c2VhbGVk", key_id: "568250167242549743", visibility: "all" } as const;

/** What to send for a job. */
export function wireRequest({ kind, number }: Job): WireRequest {
  switch (kind) {
    case "secret":
      return { method: "PUT", path: `/orgs/acme/dependabot/secrets/KEY_${number}`, body: SEALED };
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
