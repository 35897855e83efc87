import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import { extensibleEnum } from "../../schema.ts";

/** Status of a project. */
export const projectStatus = lazy(() =>
  z.optional(z.nullable(extensibleEnum("INACTIVE", "ON_TRACK", "AT_RISK", "OFF_TRACK", "COMPLETE"))),
);
