import type { InputRule } from "../definition.ts";

/** Requires the source of an image exactly with its ID. */
export const IMAGE_RULE: InputRule = {
  fields: ["image_source", "image_id"],
  message: "image_source and image_id must be given together",
  isMet: (input) => (input["image_source"] === undefined) === (input["image_id"] === undefined),
};
