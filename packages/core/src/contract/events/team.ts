import { event } from "./event.ts";
import { inOrganization } from "./payload.ts";
import { noRepository } from "./rules.ts";

export const team = /* @__PURE__ */ event("team", noRepository("members"), () => ({
  payload: inOrganization(),
  actions: { added_to_repository: {}, created: {}, deleted: {}, edited: {}, removed_from_repository: {} },
}));
