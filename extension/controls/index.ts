import type { OverlayControl } from "./control.ts";
import { reviewRequest } from "./review-request.ts";
import { star } from "./star.ts";
import { watch } from "./watch.ts";

/** All controls, in display order. */
export const CONTROLS: readonly OverlayControl[] = [star, watch, reviewRequest];
