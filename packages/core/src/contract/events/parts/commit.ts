import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import type { NamedSchema, SchemaOutput } from "../../named-schema.ts";
import { fieldsWith, namedSchema } from "../../schema.ts";

/** Author or committer as recorded in the commit; the login is set if the service knows it. */
export interface CommitPerson extends SchemaOutput<typeof commitPersonSchema> {}
const personFields = /* @__PURE__ */ lazy(() => ({
  name: z.string(),
  email: z.nullable(z.string()),
  ...fieldsWith(z.optional(z.string()), "username", "date"),
}));
const commitPersonSchema = /* @__PURE__ */ namedSchema(() => z.looseObject(personFields()));
export const CommitPerson: NamedSchema<CommitPerson> = commitPersonSchema;

/** User who pushed; the email address can be absent. */
export interface Pusher extends SchemaOutput<typeof pusherSchema> {}
const pusherSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({ ...personFields(), email: z.optional(z.nullable(z.string())) }),
);
export const Pusher: NamedSchema<Pusher> = pusherSchema;

const commitFields = /* @__PURE__ */ lazy(() => ({
  ...fieldsWith(z.string(), "id", "tree_id", "message", "timestamp"),
  ...fieldsWith(CommitPerson(), "author", "committer"),
}));

/** Head commit of a check suite or workflow run, in event payloads. */
export interface EventHeadCommit extends SchemaOutput<typeof eventHeadCommitSchema> {}
const eventHeadCommitSchema = /* @__PURE__ */ namedSchema(() => z.looseObject(commitFields()));
export const EventHeadCommit: NamedSchema<EventHeadCommit> = eventHeadCommitSchema;

/** A pushed commit and the paths that it changed. */
export interface PushedCommit extends SchemaOutput<typeof pushedCommitSchema> {}
const pushedCommitSchema = /* @__PURE__ */ namedSchema(() =>
  z.looseObject({
    ...commitFields(),
    url: z.string(),
    /** Whether the commit is new to the repository. */
    distinct: z.boolean(),
    ...fieldsWith(z.optional(z.array(z.string())), "added", "modified", "removed"),
  }),
);
export const PushedCommit: NamedSchema<PushedCommit> = pushedCommitSchema;
