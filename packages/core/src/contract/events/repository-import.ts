import { event } from "./event.ts";
import { inRepository } from "./payload.ts";
import { noApp } from "./rules.ts";

export const repositoryImport = /* @__PURE__ */ event("repository_import", noApp(), () => ({
  payload: inRepository(),
}));
