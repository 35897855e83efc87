import { checkStar, getRepository, starRepository, unstarRepository } from "@forgehand/core/operations";
import { starIntentSchema } from "../handlers/schemas.ts";
import { intentParser, type WorkerControl } from "./control.ts";
import { readRepositoryWithState } from "./repository.ts";

export const star: WorkerControl<"star"> = {
  operations: { readState: [getRepository, checkStar], applyIntent: [starRepository, unstarRepository] },
  parseIntent: intentParser(starIntentSchema),
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
};
