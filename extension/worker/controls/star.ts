import { checkStar, getRepository, starRepository, unstarRepository } from "@forgehand/core/operations";
import * as z from "zod/mini";
import { createWorkerControl } from "./control.ts";
import { readRepositoryWithState } from "./repository.ts";

export const star = createWorkerControl<"star">({
  operations: { readState: [getRepository, checkStar], applyIntent: [starRepository, unstarRepository] },
  intent: z.strictObject({ starred: z.boolean() }),
  unknownState: (why) => ({ starred: null, count: null, why }),
  async readState(client, subject) {
    const { repository, state, why } = await readRepositoryWithState(client, subject, "star", (name) =>
      client.call(checkStar, name),
    );
    return { starred: state ?? null, count: repository.stargazers_count, ...(why && { why }) };
  },
  async applyIntent(client, { subject: { owner, repo } }, { starred }) {
    await client.call(starred ? starRepository : unstarRepository, { owner, repo });
  },
});
