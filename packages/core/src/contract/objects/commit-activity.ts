import * as z from "zod/mini";
import { fieldsWith, namedObject } from "../schema.ts";

/** Number of commits in a week, in total and by day. `week` is its start in seconds since 1970. */
export class CommitActivity extends namedObject(() => ({
  days: z.array(z.int()),
  ...fieldsWith(z.int(), "total", "week"),
})) {}
