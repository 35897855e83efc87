import * as z from "zod/mini";
import type { ControlId } from "../../messages/states.ts";

// What messages are made of. Nothing that is asked for is longer than this.

const CONTROL_IDS = ["star", "watch", "review-request"] as const satisfies readonly ControlId[];

/** A control that has a state. */
export const CONTROL = z.enum(CONTROL_IDS);

/** An account's name, of whatever kind. */
export const LOGIN = z.string().check(z.minLength(1), z.maxLength(100));

/** A repository, or one of its pull requests, as a row of a list names it. */
export const SUBJECT = z.strictObject({
  owner: LOGIN,
  repo: LOGIN,
  number: z.optional(z.int().check(z.positive(), z.lte(999_999_999))),
});

/** Where something is asked. */
export const ON_PAGE = {
  page: z.string().check(z.maxLength(1000)),
  tab: z.optional(z.int()),
  row: z.optional(SUBJECT),
};
