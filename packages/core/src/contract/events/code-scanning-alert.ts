import * as z from "zod/mini";
import { User } from "../objects/user.ts";
import { fieldsWith } from "../schema.ts";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";
import { ClosedCodeScanningAlert, CodeScanningAlert } from "./parts/code-scanning-alert.ts";

/**
 * A code scanning alert was created, fixed, closed or reopened. `ref` and `commit_oid` are empty if a user caused the
 * event.
 */
export const codeScanningAlert = event("code_scanning_alert", allHooks("security_events"), () => {
  const commitReference = fieldsWith(z.string(), "ref", "commit_oid");
  return {
    payload: {
      ...repositoryEventFields(),
      // Old self-hosted versions omit it.
      sender: z.optional(User.schema()),
      alert: CodeScanningAlert.schema(),
      // The payload of an unknown action might not refer to a commit.
      ...fieldsWith(z.optional(z.nullable(z.string())), "ref", "commit_oid"),
    },
    actions: {
      appeared_in_branch: commitReference,
      closed_by_user: { ...commitReference, alert: ClosedCodeScanningAlert.schema() },
      created: commitReference,
      fixed: commitReference,
      reopened: fieldsWith(z.nullable(z.string()), "ref", "commit_oid"),
      reopened_by_user: commitReference,
      updated_assignment: {},
    },
  };
});
