import * as z from "zod/mini";

// Schema fields shared by several parts of a seed.

/** A count; 0 by default. */
export const count = () => z._default(z.int().check(z.gte(0)), 0);

/** Logins, slugs or full names; empty by default. */
export const names = () => z._default(z.array(z.string()), []);

/** A full commit id. */
export const sha = () => z.string().check(z.regex(/^[0-9a-f]{40}$/, "must be a commit id (40 hexadecimal digits)"));
