import { AS_APP } from "../allow.ts";
import { Installation } from "../objects/installation.ts";
import { operation } from "../operation.ts";

/** The app's own installation for a repository (public description). */
export const getRepositoryInstallation = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/installation", () => ({
  success: { 200: Installation() },
  otherStatuses: [301, 404],
  access: AS_APP,
  retry: "safe",
}));
