import { open } from "../schema.ts";
import { event } from "./event.ts";
import { inRepository } from "./payload.ts";
import { noApp } from "./rules.ts";

/** A source import ended (document 1, Event catalogue). */
export const repositoryImport = /* @__PURE__ */ event("repository_import", noApp(), () => ({
  payload: { ...inRepository(), status: open("success", "failure", "cancelled") },
}));
