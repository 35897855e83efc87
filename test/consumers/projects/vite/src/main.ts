import { NotFoundError } from "@forgehand/core";
import { leanClient, retry } from "@forgehand/core/lean";
import { listStargazers, starRepository } from "@forgehand/core/operations/starring";

const { call, items } = leanClient({
  baseUrl: import.meta.env["VITE_FORGE_URL"] ?? "",
  credentials: import.meta.env["VITE_FORGE_TOKEN"],
  middleware: [retry()],
});
const repository = { owner: "acme", repo: "widgets" };

await call(starRepository, repository);
const stars: string[] = [];
for await (const { login } of items(listStargazers, repository)) stars.push(login);
// The error is described by a part of the client that is loaded for it.
const missing = await call(starRepository, { owner: "acme", repo: "missing" }).catch((error: unknown) =>
  error instanceof NotFoundError ? error.message : error,
);

const output = document.querySelector("#stars");
if (output !== null) output.textContent = JSON.stringify({ stars, missing });
