import type { ControlId } from "../../messages.ts";
import type { WorkerControl } from "./control.ts";
import { reviewRequest } from "./review-request.ts";
import { star } from "./star.ts";
import { watch } from "./watch.ts";

/** The worker's half of every control. */
export const WORKER_CONTROLS: Readonly<Record<ControlId, WorkerControl>> = {
  star,
  watch,
  "review-request": reviewRequest,
};
