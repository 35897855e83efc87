import type { Access } from "../access.ts";
import { publicReadAccess } from "../permission-access.ts";

/** Access to read deployments and their statuses. */
export const DEPLOYMENT_READ_ACCESS: Access = publicReadAccess("deployments", {
  requirements: [[{ scope: "repo_deployment", when: "private" }]],
});
