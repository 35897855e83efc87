import * as z from "zod/mini";
import { hasNoDuplicates, isBase64, isCalendarDay, isTimestamp, isWrappedBase64 } from "./rules/value-tests.ts";
import { vendorValues } from "./schema.ts";

// Fields and input rules shared by several resources.

/** Valid names of secrets and variables: letters, digits and `_`, not starting with a digit. */
export const VARIABLE_NAME_PATTERN = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Name of a secret or variable in a write operation. */
export const variableName = () =>
  z
    .string()
    .check(z.regex(VARIABLE_NAME_PATTERN, "must contain only letters, digits and _, and must not start with a digit"));

/** A secret value encrypted with the public key (sealed box), in base64. */
export const sealedValue = () => z.string().check(z.refine(isBase64, "must be standard base64"));

/** Base64 content of a file. Line breaks are ignored, since the service itself inserts them. */
export const base64Content = () => z.string().check(z.refine(isWrappedBase64, "must be standard base64"));

/** Visibility of an organization's secret or variable. */
export const visibility = () => z.enum(["all", "private", "selected"]);

/** OIDC claim keys: unique, made of letters, digits and `_`. */
export const claimKeys = () =>
  z
    .array(z.string().check(z.regex(/^[A-Za-z0-9_]+$/, "must contain only letters, digits and _")))
    .check(z.refine(hasNoDuplicates, "must not contain duplicate claim keys"));

/** A calendar day, `YYYY-MM-DD`. */
export const calendarDay = () =>
  z.string().check(z.refine(isCalendarDay, "must be a calendar day, YYYY-MM-DD"), z.meta({ format: "date" }));

/** A point in time, `YYYY-MM-DDTHH:MM:SSZ`. */
export const timestamp = () =>
  z.string().check(z.refine(isTimestamp, "must be an ISO 8601 timestamp"), z.meta({ format: "date-time" }));

/** Name of an event. */
export const eventName = () => vendorValues(z.string());

/** Sort direction. */
export const sortDirection = () => z.enum(["asc", "desc"]);

/** Path schema for operations whose placeholders are all plain strings. */
export const noPathFields = () => ({});

/** Actors that can approve bypassing push protection. */
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
