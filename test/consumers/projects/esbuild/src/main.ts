import { createClient } from "@forgehand/core";
import { getRepositoryActionsPublicKey, putRepositoryActionsSecret } from "@forgehand/core/operations/secrets";
import { sealSecret } from "@forgehand/core/sealed-box";

/** Sets a secret of a repository. */
async function main(baseUrl = "", credentials = ""): Promise<void> {
  const { call } = createClient({ baseUrl, credentials });
  const repository = { owner: "acme", repo: "widgets" };
  const { key, key_id } = await call(getRepositoryActionsPublicKey, repository);
  const encrypted_value = sealSecret("from a bundle", key);
  await call(putRepositoryActionsSecret, { ...repository, secret_name: "GREETING", key_id, encrypted_value });
  console.log(JSON.stringify({ sealed: encrypted_value.length }));
}

main(process.env["FORGE_URL"], process.env["FORGE_TOKEN"]);
