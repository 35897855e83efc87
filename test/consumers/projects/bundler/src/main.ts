import { createClient, type Item, isNotFoundError, type Output } from "@forgehand/core";
import { byRoute } from "@forgehand/core/by-route";
import { getRepository } from "@forgehand/core/operations/repositories";
import { listWatchedRepositories } from "@forgehand/core/operations/watching";
import { environment } from "./environment";

type Watched = Item<Output<typeof listWatchedRepositories>>;

const { call, items } = createClient({ baseUrl: environment("FORGE_URL"), credentials: environment("FORGE_TOKEN") });

const watched: Watched["full_name"][] = [];
for await (const { full_name } of items(listWatchedRepositories)) watched.push(full_name);

const missing = await call(getRepository, { owner: "acme", repo: "nothing" }).then(
  () => false,
  (error: unknown) => isNotFoundError(error) && error.status === 404,
);
console.log(JSON.stringify({ watched, missing, method: byRoute("PUT /user/starred/{any}/{thing}")?.method }));
