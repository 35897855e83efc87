import { event } from "./event.ts";
import { inOrganization } from "./payload.ts";
import { noRepository } from "./rules.ts";

export const organization = /* @__PURE__ */ event("organization", noRepository("members"), () => ({
  payload: inOrganization(),
  actions: { deleted: {}, member_added: {}, member_invited: {}, member_removed: {}, renamed: {} },
}));
