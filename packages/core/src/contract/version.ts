/** The API version that calls ask for (document 1, Versioning). */
export const API_VERSION = "2026-03-10";

/** The API versions that the service knows. */
export const API_VERSIONS = ["2022-11-28", API_VERSION];

/** What the self-hosted edition describes in its older version only. */
export const SELF_HOSTED_2022 = { "self-hosted": "2022-11-28" };
