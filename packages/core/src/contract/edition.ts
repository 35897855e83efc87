/** Editions of the service. Each has a subset of the operations; no edition has them all. */
export const EDITIONS = ["github.com", "enterprise-cloud", "self-hosted"] as const;
/** An edition of the service. */
export type Edition = (typeof EDITIONS)[number];

/** Editions for operations that the self-hosted edition lacks. */
export const CLOUD_EDITIONS: readonly Edition[] = ["github.com", "enterprise-cloud"];

/** Editions for operations that need an enterprise account; github.com lacks them. */
export const ENTERPRISE_EDITIONS: readonly Edition[] = ["enterprise-cloud", "self-hosted"];
