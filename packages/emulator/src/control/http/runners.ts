import * as z from "zod/mini";
import { tell } from "./route.ts";

const NewRunner = z.strictObject({
  token: z.string(),
  name: z.string(),
  os: z.optional(z.enum(["linux", "macos", "windows"])),
  architecture: z.optional(z.enum(["x64", "arm", "arm64"])),
  labels: z.optional(z.array(z.string())),
  group: z.optional(z.string()),
  ephemeral: z.optional(z.boolean()),
});

const GoneRunner = z.strictObject({ token: z.string(), name: z.string() });

/** What runners do by themselves; whether they are online is a transition. */
export const RUNNER_ROUTES = [
  tell("POST", "/runners", NewRunner, ({ runners }, { token, ...runner }) => runners.register(token, runner)),
  tell("DELETE", "/runners", GoneRunner, ({ runners }, { token, name }) => runners.remove(token, name)),
];
