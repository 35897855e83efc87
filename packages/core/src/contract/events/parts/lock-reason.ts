import { lazy } from "../../../internal/lazy.ts";
import { extensibleEnum } from "../../schema.ts";

/** Reason for locking a conversation. */
export const lockReason = lazy(() => extensibleEnum("resolved", "off-topic", "too heated", "spam"));
