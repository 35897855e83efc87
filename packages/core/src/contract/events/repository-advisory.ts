import { event } from "./event.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

export const repositoryAdvisory = /* @__PURE__ */ event(
  "repository_advisory",
  everywhere("repository_advisories"),
  () => ({
    payload: inRepository(),
    actions: { published: {}, reported: {} },
  }),
);
