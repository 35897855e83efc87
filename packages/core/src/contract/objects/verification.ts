import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { fieldsWith } from "../schema.ts";

/** Whether the signature of a commit or tag is valid, and why. */
export const verification = lazy(() =>
  z.looseObject({
    verified: z.boolean(),
    reason: z.string(),
    ...fieldsWith(z.nullable(z.string()), "signature", "payload", "verified_at"),
  }),
);
