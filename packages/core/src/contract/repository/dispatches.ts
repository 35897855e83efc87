import * as z from "zod/mini";
import { operation } from "../operation.ts";
import { permissionAccess } from "../permission-access.ts";

/**
 * Sends the event `repository_dispatch` to apps, and runs the workflows that it triggers.
 * @see https://docs.github.com/rest/repos/repos#create-a-repository-dispatch-event
 */
export const createRepositoryDispatch = operation("POST /repos/{owner}/{repo}/dispatches", () => ({
  body: z.object({
    /** The event's action, of the caller's choice. */
    event_type: z.string().check(z.maxLength(100)),
    /** Data for apps and workflows: up to 10 fields. */
    client_payload: z.optional(z.looseObject({})),
  }),
  success: { 204: undefined },
  otherStatuses: [404, 422],
  access: permissionAccess("contents", "write", ["repo"], { roles: ["push"] }),
  retry: "never",
}));
