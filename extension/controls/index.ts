import type { Control } from "./control.ts";
import { reviewRequest } from "./review-request.ts";
import { star } from "./star.ts";
import { watch } from "./watch.ts";

/** Every control, in the order in which they show. */
export const CONTROLS: readonly Control[] = [star, watch, reviewRequest];
