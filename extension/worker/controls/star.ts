import { checkStar, getRepository, starRepository, unstarRepository } from "@forgehand/core/operations";
import * as z from "zod/mini";
import { workerControl } from "./control.ts";

export const star = workerControl<"star">({
  intent: z.object({ starred: z.boolean() }),
  async look({ call }, { owner, repo }) {
    // "Not starred" is only known of a repository that can be read: without it, 404 could mean anything.
    const [repository, starred] = await Promise.all([
      call(getRepository, { owner, repo }),
      call(checkStar, { owner, repo }),
    ]);
    return { starred, count: repository.stargazers_count };
  },
  async act({ call }, { owner, repo }, { starred }) {
    await call(starred ? starRepository : unstarRepository, { owner, repo });
  },
});
