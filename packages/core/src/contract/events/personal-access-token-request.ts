import * as z from "zod/mini";
import { User } from "../objects/user.ts";
import { extensibleEnum, fieldsWith, vendorKeys } from "../schema.ts";
import { organizationEventFields } from "./common-fields.ts";
import { event } from "./event.ts";
import { exceptRepositories } from "./event-rules.ts";
import { RepositoryReference } from "./parts/repository-reference.ts";

/** Permissions by the kind of resource. */
const permissions = () =>
  z.looseObject(
    fieldsWith(z.optional(vendorKeys(z.record(z.string(), z.string()))), "organization", "repository", "other"),
  );

/** A member requests access to an organization with a fine-grained token, or the request was decided or cancelled. */
export const personalAccessTokenRequest = event(
  "personal_access_token_request",
  exceptRepositories("organization_personal_access_token_requests"),
  () => ({
    payload: {
      ...organizationEventFields(),
      personal_access_token_request: z.looseObject({
        ...fieldsWith(z.int(), "id", "token_id"),
        owner: User.schema(),
        ...fieldsWith(permissions(), "permissions_added", "permissions_upgraded", "permissions_result"),
        repository_selection: extensibleEnum("none", "all", "subset"),
        repository_count: z.nullable(z.int()),
        repositories: z.nullable(z.array(RepositoryReference.schema())),
        ...fieldsWith(z.string(), "created_at", "token_name"),
        token_expired: z.boolean(),
        ...fieldsWith(z.nullable(z.string()), "token_expires_at", "token_last_used_at"),
      }),
    },
    actions: { approved: {}, cancelled: {}, created: {}, denied: {} },
  }),
);
