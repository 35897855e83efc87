import * as z from "zod/mini";
import type { NamedSchema, SchemaOutput } from "../../named-schema.ts";
import { EventUser } from "../../objects/user.ts";
import { extensibleEnum, fieldsWith, namedSchema } from "../../schema.ts";
import { CommitPerson } from "./commit.ts";

/** The commit of a status. */
export interface StatusCommit extends SchemaOutput<typeof statusCommitSchema> {}
const statusCommitSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    ...fieldsWith(z.string(), "sha", "node_id", "url", "html_url", "comments_url"),
    ...fieldsWith(z.nullable(EventUser()), "author", "committer"),
    parents: z.array(z.looseObject(fieldsWith(z.string(), "sha", "url", "html_url"))),
    commit: z.looseObject({
      ...fieldsWith(CommitPerson(), "author", "committer"),
      comment_count: z.int(),
      ...fieldsWith(z.string(), "message", "url"),
      tree: z.looseObject(fieldsWith(z.string(), "sha", "url")),
      verification: z.looseObject({
        verified: z.boolean(),
        reason: extensibleEnum(
          "expired_key",
          "not_signing_key",
          "gpgverify_error",
          "gpgverify_unavailable",
          "unsigned",
          "unknown_signature_type",
          "no_user",
          "unverified_email",
          "bad_email",
          "unknown_key",
          "malformed_signature",
          "invalid",
          "valid",
          "bad_cert",
          "ocsp_pending",
        ),
        ...fieldsWith(z.nullable(z.string()), "signature", "payload"),
        verified_at: z.optional(z.nullable(z.string())),
      }),
    }),
  }),
);
export const StatusCommit: NamedSchema<StatusCommit> = statusCommitSchema;
