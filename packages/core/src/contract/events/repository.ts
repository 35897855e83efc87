import { event } from "./event.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

export const repository = /* @__PURE__ */ event(
  "repository",
  { ...everywhere("metadata"), actions: { deleted: { hooks: ["organization"] } } },
  () => ({
    payload: inRepository(),
    actions: {
      archived: {},
      created: {},
      deleted: {},
      edited: {},
      privatized: {},
      publicized: {},
      renamed: {},
      transferred: {},
      unarchived: {},
    },
  }),
);
