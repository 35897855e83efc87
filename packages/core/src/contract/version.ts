/** API version that requests ask for by default. */
export const API_VERSION = "2026-03-10";

/** API version of responses to requests without a version header. */
export const DEFAULT_API_VERSION = "2022-11-28";

/** API versions that the service supports. */
export const API_VERSIONS = [DEFAULT_API_VERSION, API_VERSION];

/** `versions` of operations that the self-hosted edition documents only in its older API version. */
export const SELF_HOSTED_2022 = { "self-hosted": "2022-11-28" };
