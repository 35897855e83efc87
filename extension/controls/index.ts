import type { Control } from "./control.tsx";
import { reviewRequest } from "./review-request.ts";
import { star } from "./star.tsx";
import { watch } from "./watch.tsx";

/** Every control, in the order in which they show. */
export const CONTROLS: readonly Control[] = [star, watch, reviewRequest];
