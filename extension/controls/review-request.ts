import { drawPart } from "../ui/parts.ts";
import type { Control } from "./control.tsx";

/** Who is asked for a review. What draws it comes as a part of its own, as only pull requests need it. */
export const reviewRequest: Control = {
  id: "review-request",
  on: ["pull-request"],
  init(element, view, signal) {
    void drawPart("reviewers", element, view, signal);
  },
};
