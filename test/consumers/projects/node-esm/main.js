import { createClient, isNotFoundError } from "@forgehand/core";
import { getRepository } from "@forgehand/core/operations/repositories";
import { listStargazers, starRepository } from "@forgehand/core/operations/starring";

const widgets = { owner: "acme", repo: "widgets" };
const { call, items } = createClient({
  baseUrl: process.env["FORGE_URL"] ?? "",
  credentials: process.env["FORGE_TOKEN"] ?? "",
});

await call(starRepository, widgets);
const stars = [];
for await (const { login } of items(listStargazers, widgets)) stars.push(login);

const missing = await call(getRepository, { owner: "acme", repo: "nothing" }).catch(isNotFoundError);
console.log(JSON.stringify({ stars, missing }));
