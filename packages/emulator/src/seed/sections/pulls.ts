import * as z from "zod/mini";
import { createPullRequest } from "../../state/pull-requests.ts";
import type { Repository } from "../../state/repositories.ts";
import { section } from "../section.ts";
import { SeedTime } from "../time.ts";

const Pull = z.strictObject({
  number: z.int(),
  title: z.string(),
  body: z.optional(z.string()),
  author: z.string(),
  head: z.string(),
  base: z.optional(z.string()),
  state: z._default(z.enum(["open", "closed"]), "open"),
  created: z.optional(SeedTime),
});

/** A repository's pull requests. */
export const pulls = section(z.array(Pull), (planting, repository: Repository, list, path) => {
  for (const [index, pull] of list.entries()) {
    createPullRequest(planting.db, {
      repository_id: repository.id,
      number: pull.number,
      user_id: planting.user(pull.author, [...path, index, "author"]).id,
      title: pull.title,
      body: pull.body ?? null,
      state: pull.state,
      head: pull.head,
      base: pull.base ?? repository.default_branch,
      created_at: planting.at(pull.created),
      updated_at: planting.at(pull.created),
    });
  }
});
