import { sealSecret } from "@forgehand/core/sealed-box";
import * as z from "zod/mini";
import type { Emulator } from "../../public.ts";
import { requestJson, type TestResponse } from "../../requests.fixture.ts";

const PublicKey = z.object({ key_id: z.string(), key: z.string() });

/** Encrypts a value with the public key at a path, such as `/orgs/acme/actions/secrets`. */
export async function seal(emulator: Emulator, path: string, value: string | Uint8Array) {
  const { key_id, key } = await fetchPublicKey(emulator, path);
  return { key_id, encrypted_value: sealSecret(value, key) };
}

export async function fetchPublicKey(emulator: Emulator, path: string) {
  return z.parse(PublicKey, (await requestJson(emulator, `GET ${path}/public-key`)).body);
}

/** Returns the names in a list of `secrets`, `variables` or `repositories`. */
export function listedNames({ body }: TestResponse): string[] {
  const Items = z.array(z.object({ name: z.string() }));
  const list = z.parse(
    z.object({ secrets: z.optional(Items), variables: z.optional(Items), repositories: z.optional(Items) }),
    body,
  );
  return (list.secrets ?? list.variables ?? list.repositories ?? []).map(({ name }) => name);
}

/** An organization with an owner, a member with push access, an outsider and a few repositories. */
export const SEED = {
  users: { alice: {}, bob: {}, mallory: {} },
  organizations: { acme: { members: { alice: "owner", bob: "member" } }, other: { members: { mallory: "owner" } } },
  repositories: {
    "acme/widgets": { collaborators: { bob: "push" }, environments: { production: {}, "prod/eu west": {} } },
    "acme/gears": { private: true },
    "other/things": {},
  },
  apps: { bot: { owner: "acme", installations: { acme: {} } } },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: "all" },
    bob: { kind: "classic", user: "bob", scopes: ["repo"] },
    mallory: { kind: "classic", user: "mallory", scopes: "all" },
    narrow: {
      kind: "fine-grained",
      user: "alice",
      permissions: "all",
      owner: "acme",
      repositories: ["acme/widgets"],
    },
    reader: { kind: "fine-grained", user: "alice", permissions: { organization_secrets: "read", secrets: "read" } },
    installation: { kind: "installation", app: "bot", account: "acme", permissions: "all" },
    workflow: { kind: "workflow", repository: "acme/widgets", permissions: "all" },
  },
} as const;

export async function repositoryIdOf(emulator: Emulator, fullName: string): Promise<number> {
  return z.parse(
    z.object({ id: z.int() }),
    (await requestJson(emulator, `GET /repos/${fullName}`, undefined, "mallory")).body,
  ).id;
}
