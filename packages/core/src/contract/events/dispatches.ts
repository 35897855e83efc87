import * as z from "zod/mini";
import { InstallationReference } from "../objects/installation.ts";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { appsOnly } from "./event-rules.ts";

/** A custom event that a caller dispatched to a repository. Its `action` is the type that the caller chose. */
export const repositoryDispatch = event("repository_dispatch", appsOnly("contents"), () => ({
  payload: {
    ...repositoryEventFields(),
    installation: InstallationReference.schema(),
    action: z.string(),
    branch: z.string(),
    client_payload: z.nullable(z.looseObject({})),
  },
}));

/** A workflow run was requested by a call or in the web interface. `workflow` is the path of its file. */
export const workflowDispatch = event("workflow_dispatch", appsOnly("contents"), () => ({
  payload: {
    ...repositoryEventFields(),
    ref: z.string(),
    workflow: z.string(),
    inputs: z.nullable(z.looseObject({})),
  },
}));
