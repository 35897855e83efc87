import * as z from "zod/mini";
import { EventUser } from "../../objects/user.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../../schema.ts";
import { CommitPerson } from "./commit.ts";

/** The commit of a status. */
export class StatusCommit extends namedObject(() => ({
  ...fieldsWith(z.string(), "sha", "node_id", "url", "html_url", "comments_url"),
  ...fieldsWith(z.nullable(EventUser.schema()), "author", "committer"),
  parents: z.array(z.looseObject(fieldsWith(z.string(), "sha", "url", "html_url"))),
  commit: z.looseObject({
    ...fieldsWith(CommitPerson.schema(), "author", "committer"),
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
})) {}
