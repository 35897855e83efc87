import * as z from "zod/mini";
import { bodyRoute } from "./route.ts";

const RunnerToRegisterSchema = z.strictObject({
  token: z.string(),
  name: z.string(),
  os: z.optional(z.enum(["linux", "macos", "windows"])),
  architecture: z.optional(z.enum(["x64", "arm", "arm64"])),
  labels: z.optional(z.array(z.string())),
  group: z.optional(z.string()),
  ephemeral: z.optional(z.boolean()),
});

const RunnerToRemoveSchema = z.strictObject({ token: z.string(), name: z.string() });

/** Runner registration. Going online or offline is a transition. */
export const RUNNER_ROUTES = [
  bodyRoute("POST", "/runners", RunnerToRegisterSchema, ({ runners }, { token, ...runner }) =>
    runners.register(token, runner),
  ),
  bodyRoute("DELETE", "/runners", RunnerToRemoveSchema, ({ runners }, { token, name }) => runners.remove(token, name)),
];
