// Wrong uses that the types must reject. Without this check, missing declarations would go unnoticed and look cheap.
import type { Client } from "@forgehand/core";
import * as operations from "@forgehand/core/operations";
import { checkStar, listStarredRepositories } from "@forgehand/core/operations/starring";

export async function misuse(client: Client): Promise<void> {
  // @ts-expect-error `repo` is required too
  await client.call(checkStar, { owner: "acme" });
  // @ts-expect-error the same with an operation from the namespace import
  await client.call(operations.checkStar, { owner: "acme" });
  for await (const repository of client.items(listStarredRepositories)) {
    // @ts-expect-error a count is not a string
    repository.stargazers_count satisfies string;
  }
}
