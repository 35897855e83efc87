import * as z from "zod/mini";

// Fields that many parts of a seed have.

/** How often; never where it says nothing. */
export const count = () => z._default(z.int().check(z.gte(0)), 0);

/** Logins, slugs, full names; none where it says nothing. */
export const names = () => z._default(z.array(z.string()), []);

/** A commit's id. */
export const sha = () => z.string().check(z.regex(/^[0-9a-f]{40}$/, "is no commit's id: 40 digits from 0 to f are"));
