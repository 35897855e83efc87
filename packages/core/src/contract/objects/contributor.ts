import * as z from "zod/mini";
import { fieldsWith, namedSchema } from "../schema.ts";
import { userFields } from "./user-fields.ts";

/** A contributor with the number of their commits. Anonymous ones have a name and an address instead of an account. */
export class Contributor extends namedSchema(() =>
  z.extend(z.partial(z.looseObject(userFields())), {
    type: z.string(),
    contributions: z.int(),
    ...fieldsWith(z.optional(z.string()), "email", "name"),
  }),
) {}
