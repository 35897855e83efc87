const { env } = require("node:process");

async function main() {
  const { createNamespacedClient } = await import("@forgehand/core/namespaced-client");
  const { sealSecret } = await import("@forgehand/core/sealed-box");

  const { secrets } = createNamespacedClient({
    baseUrl: env["FORGE_URL"] ?? "",
    credentials: env["FORGE_TOKEN"] ?? "",
  });
  const repository = { owner: "acme", repo: "widgets" };
  const { key, key_id } = await secrets.getRepositoryActionsPublicKey(repository);
  const encrypted_value = sealSecret("from CommonJS", key);
  await secrets.putRepositoryActionsSecret({ ...repository, secret_name: "GREETING", key_id, encrypted_value });

  const names = [];
  for await (const { name } of secrets.listRepositoryActionsSecrets.items(repository)) names.push(name);
  console.log(JSON.stringify({ isThere: names.includes("GREETING") }));
}

main();
