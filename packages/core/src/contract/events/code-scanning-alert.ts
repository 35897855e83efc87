import * as z from "zod/mini";
import { User } from "../objects/user.ts";
import { alike } from "../schema.ts";
import { event } from "./event.ts";
import { ClosedCodeScanningAlert, CodeScanningAlert } from "./parts/code-scanning-alert.ts";
import { inRepository } from "./payload.ts";
import { everywhere } from "./rules.ts";

/**
 * Code scanning found something, or what it had found is gone, was closed or is back (document 1, Event catalogue). `ref` and
 * `commit_oid` are empty where a user did it.
 */
export const codeScanningAlert = /* @__PURE__ */ event("code_scanning_alert", everywhere("security_events"), () => {
  const found = alike(z.string(), "ref", "commit_oid");
  return {
    payload: {
      ...inRepository(),
      // Old self-hosted services leave it out.
      sender: z.optional(User()),
      alert: CodeScanningAlert(),
      // An action that the service adds may be about no commit.
      ...alike(z.optional(z.nullable(z.string())), "ref", "commit_oid"),
    },
    actions: {
      appeared_in_branch: found,
      closed_by_user: { ...found, alert: ClosedCodeScanningAlert() },
      created: found,
      fixed: found,
      reopened: alike(z.nullable(z.string()), "ref", "commit_oid"),
      reopened_by_user: found,
      updated_assignment: {},
    },
  };
});
