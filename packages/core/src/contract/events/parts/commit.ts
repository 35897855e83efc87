import * as z from "zod/mini";
import { lazy } from "../../../internal/lazy.ts";
import type { Named, OutputOf } from "../../named.ts";
import { alike, named } from "../../schema.ts";

/** Who wrote a commit, or pushed it: as the commit says, with their login where the service knows it (public description). */
export interface CommitPerson extends OutputOf<typeof commitPersonSchema> {}
const person = /* @__PURE__ */ lazy(() => ({
  name: z.string(),
  email: z.nullable(z.string()),
  ...alike(z.optional(z.string()), "username", "date"),
}));
const commitPersonSchema = /* @__PURE__ */ named(() => z.looseObject(person()));
export const CommitPerson: Named<CommitPerson> = commitPersonSchema;

/** Who pushed; their address may be left out (public description). */
export interface Pusher extends OutputOf<typeof pusherSchema> {}
const pusherSchema = /* @__PURE__ */ named(() =>
  z.looseObject({ ...person(), email: z.optional(z.nullable(z.string())) }),
);
export const Pusher: Named<Pusher> = pusherSchema;

const commit = /* @__PURE__ */ lazy(() => ({
  ...alike(z.string(), "id", "tree_id", "message", "timestamp"),
  ...alike(CommitPerson(), "author", "committer"),
}));

/** The commit that checks and runs are about, as events carry it (public description). */
export interface EventHeadCommit extends OutputOf<typeof eventHeadCommitSchema> {}
const eventHeadCommitSchema = /* @__PURE__ */ named(() => z.looseObject(commit()));
export const EventHeadCommit: Named<EventHeadCommit> = eventHeadCommitSchema;

/** A commit that was pushed, and the paths that it changed (public description). */
export interface PushedCommit extends OutputOf<typeof pushedCommitSchema> {}
const pushedCommitSchema = /* @__PURE__ */ named(() =>
  z.looseObject({
    ...commit(),
    url: z.string(),
    /** Is it new to the repository? */
    distinct: z.boolean(),
    ...alike(z.optional(z.array(z.string())), "added", "modified", "removed"),
  }),
);
export const PushedCommit: Named<PushedCommit> = pushedCommitSchema;
