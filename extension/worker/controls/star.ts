import { checkStar, getRepository, starRepository, unstarRepository } from "@forgehand/core/operations";
import * as z from "zod/mini";
import { problemOf } from "../problems.ts";
import { workerControl } from "./control.ts";

export const star = workerControl<"star">({
  needs: { look: [getRepository, checkStar], act: [starRepository, unstarRepository] },
  intent: z.object({ starred: z.boolean() }),
  unknown: (why) => ({ starred: null, count: null, why }),
  async look({ call }, { subject }) {
    // "Not starred" is only known of a repository that can be read: without it, 404 could mean anything.
    const { owner, repo } = subject;
    const asked = call(checkStar, { owner, repo }).then(
      (starred) => ({ starred }),
      (error: unknown) => ({ starred: null, why: problemOf(error) }),
    );
    const { stargazers_count: count } = await call(getRepository, { owner, repo });
    return { count, ...(await asked) };
  },
  async act({ call }, { subject: { owner, repo } }, { starred }) {
    await call(starred ? starRepository : unstarRepository, { owner, repo });
  },
});
