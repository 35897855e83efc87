import * as z from "zod/mini";
import { lazy } from "../../internal/lazy.ts";
import { extensibleEnum, fieldsWith, namedObject } from "../schema.ts";
import { BranchProtection } from "./branch-protection.ts";
import { Commit } from "./commit.ts";

const branchFields = lazy(() => ({
  name: z.string(),
  commit: z.looseObject(fieldsWith(z.string(), "sha", "url")),
  protected: z.boolean(),
}));

/** A branch without its protection. */
export class SimpleBranch extends namedObject(branchFields) {}

/** A branch in the list of branches. */
export class Branch extends namedObject(() => ({
  ...branchFields(),
  protection: z.optional(BranchProtection.schema()),
  protection_url: z.optional(z.string()),
})) {}

/** A single branch with its head commit. */
export class FullBranch extends namedObject(() => ({
  ...fieldsWith(z.string(), "name", "protection_url"),
  commit: Commit.schema(),
  protected: z.boolean(),
  protection: BranchProtection.schema(),
  _links: z.looseObject(fieldsWith(z.string(), "html", "self")),
  pattern: z.optional(z.string()),
  required_approving_review_count: z.optional(z.int()),
})) {}

/** Result of updating a branch of a fork from its parent. */
export class UpstreamMerge extends namedObject(() => ({
  ...fieldsWith(z.optional(z.string()), "message", "base_branch"),
  merge_type: z.optional(extensibleEnum("merge", "fast-forward", "none")),
})) {}
