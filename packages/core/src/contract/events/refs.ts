import * as z from "zod/mini";
import { extensibleEnum } from "../schema.ts";
import { repositoryEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { allHooks } from "./event-rules.ts";

/** Fields of a created or deleted ref. `ref` is the name without `refs/heads/` or `refs/tags/`. */
const refFields = () => ({
  ...repositoryEventFields(),
  ref: z.string(),
  ref_type: extensibleEnum("branch", "tag"),
  pusher_type: z.string(),
});

/** A branch or tag was created. */
export const createRef = event("create", allHooks("contents"), () => ({
  payload: { ...refFields(), master_branch: z.string(), description: z.nullable(z.string()) },
}));

/** A branch or tag was deleted. */
export const deleteRef = event("delete", allHooks("contents"), () => ({ payload: refFields() }));
