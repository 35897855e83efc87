import * as z from "zod/mini";
import { REACTION_CONTENTS } from "../issue-values.ts";
import { extensibleEnum, namedObject } from "../schema.ts";
import { User } from "./user.ts";

/** A user's reaction to an issue, a pull request or a comment. */
export class Reaction extends namedObject(() => ({
  id: z.int(),
  node_id: z.string(),
  user: z.nullable(User.schema()),
  content: extensibleEnum(...REACTION_CONTENTS),
  created_at: z.string(),
})) {}
