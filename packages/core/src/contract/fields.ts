import * as z from "zod/mini";
import type { Rule } from "./definition.ts";
import { vendorValues } from "./schema.ts";

// Fields and rules that several resources share.

/** Names of secrets and variables: letters, digits and `_`, no digit first (document 1, Delivery records). */
export const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The name of a secret or a variable that is written. */
export const name = () =>
  z.string().check(z.regex(VARIABLE_NAME, "a name has only letters, digits and _, and no digit first"));

/** Such a name may not begin with the vendor's prefix either. */
export const nameRule = (field: string): Rule => ({
  fields: [field],
  message: "a name may not begin with the prefix that the service keeps for itself",
  detail: ({ reservedNamePrefix }) => reservedNamePrefix,
  holds: (input, { reservedNamePrefix }) =>
    !String(input[field] ?? "")
      .toUpperCase()
      .startsWith(reservedNamePrefix),
});

/** Standard base64 with its padding. Checked flat: a grouping pattern runs out of stack at some megabytes. */
const isBase64 = (text: string) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);

/** A sealed value (document 2, Updater secrets). */
export const sealed = () => z.string().check(z.refine(isBase64, "a sealed value is standard base64"));

/** A file's content; line breaks, as the service itself puts them in, don't count. */
export const base64Content = () =>
  z.string().check(z.refine((text) => isBase64(text.replace(/\s/g, "")), "content is standard base64"));

/** Who may read what belongs to an organization. */
export const visibility = () => z.enum(["all", "private", "selected"]);

/**
 * A list of repositories means something only where they are selected (document 2, Updater secrets).
 * @param fallback what visibility is where none is given; by default nothing is held against that
 * @param visibility the field that says whether they are
 */
export const selectedOnly = (field: string, fallback = "selected", visibility = "visibility"): Rule => ({
  fields: [field, visibility],
  message: `${field} is allowed only when ${visibility} is "selected"`,
  holds: (input) => input[field] === undefined || (input[visibility] ?? fallback) === "selected",
});

/** OIDC claim keys: each once, letters, digits and `_` (document 2, OIDC subject template). */
export const claimKeys = () =>
  z
    .array(z.string().check(z.regex(/^[A-Za-z0-9_]+$/, "a claim key has only letters, digits and _")))
    .check(z.refine((keys) => new Set(keys).size === keys.length, "each claim key may appear once"));

/** A calendar day, `YYYY-MM-DD`. */
export const day = () =>
  z.string().check(
    z.refine((text) => {
      const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined;
      return !!date && !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(text);
    }, "a day is YYYY-MM-DD, and in the calendar"),
    z.meta({ format: "date" }),
  );

/** A point in time, `YYYY-MM-DDTHH:MM:SSZ`. */
export const time = () =>
  z.string().check(
    z.refine((text) => !Number.isNaN(Date.parse(text)) && /^\d{4}-\d{2}-\d{2}T/.test(text), "a time is ISO 8601"),
    z.meta({ format: "date-time" }),
  );

/** An event, by its name. */
export const eventName = () => vendorValues(z.string());

/** Which end of a list comes first. */
export const direction = () => z.enum(["asc", "desc"]);

/** Placeholders that are no plain strings, where there are none. */
export const plainPath = () => ({});

/** Who may let a push through that carries a secret. */
export const bypassOptions = () =>
  z.object({
    reviewers: z.optional(
      z.array(
        z.object({
          reviewer_id: z.int(),
          reviewer_type: z.enum(["TEAM", "ROLE"]),
          mode: z._default(z.enum(["ALWAYS", "EXEMPT"]), "ALWAYS"),
        }),
      ),
    ),
  });
