import * as z from "zod/mini";
import type { ControlId } from "../messages.ts";

/** Ids of the controls that pages may ask about. */
export const CONTROL_IDS = ["star", "watch", "review-request"] as const satisfies readonly ControlId[];

/** What a page may say; each control parses its own intent. */
export const PageRequest = z.discriminatedUnion("type", [
  z.object({ type: z.literal("who"), page: z.string() }),
  z.object({ type: z.literal("look"), page: z.string(), control: z.enum(CONTROL_IDS) }),
  z.object({ type: z.literal("act"), page: z.string(), control: z.enum(CONTROL_IDS), intent: z.unknown() }),
  z.object({ type: z.literal("open-options") }),
]);

/** What the extension's own pages may say. */
export const OptionsRequest = z.discriminatedUnion("type", [
  z.object({ type: z.literal("accounts") }),
  z.object({
    type: z.literal("save-account"),
    origin: z.string(),
    apiUrl: z.string(),
    dialect: z.enum(["github", "svc"]),
    token: z.string(),
  }),
  z.object({ type: z.literal("remove-account"), origin: z.string() }),
]);
