import { checkStar, getRepository, starRepository, unstarRepository } from "@forgehand/core/operations";
import * as z from "zod/mini";
import { workerControl } from "./control.ts";
import { changeRepository, lookAtRepository } from "./repository.ts";

export const star = workerControl<"star">({
  needs: { look: [getRepository, checkStar], act: [starRepository, unstarRepository] },
  intent: z.strictObject({ starred: z.boolean() }),
  unknown: (why) => ({ starred: null, count: null, why }),
  async look(client, about) {
    const { repository, asked, why } = await lookAtRepository(client, about, (name) => client.call(checkStar, name));
    return { starred: asked ?? null, count: repository.stargazers_count, ...(why && { why }) };
  },
  act: (client, about, { starred }) =>
    changeRepository(client, about, (name) => client.call(starred ? starRepository : unstarRepository, name)),
});
