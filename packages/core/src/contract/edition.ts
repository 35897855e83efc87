/** The editions of the service; each has a part of the operations, and no edition has all. */
export const EDITIONS = ["github.com", "enterprise-cloud", "self-hosted"] as const;
/** An edition of the service. */
export type Edition = (typeof EDITIONS)[number];

/** Operations that the self-hosted edition lacks. */
export const HOSTED: readonly Edition[] = ["github.com", "enterprise-cloud"];

/** Operations for enterprises only, which the public site lacks. */
export const ENTERPRISE: readonly Edition[] = ["enterprise-cloud", "self-hosted"];
