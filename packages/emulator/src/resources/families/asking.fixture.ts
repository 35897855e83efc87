import { sealSecret } from "@forgehand/core/sealed-box";
import * as z from "zod/mini";
import { ask, type Told } from "../../calling.fixture.ts";
import type { Emulator } from "../../public.ts";

const PublicKey = z.object({ key_id: z.string(), key: z.string() });

/** A value sealed for the public key of a place, such as `/orgs/acme/actions/secrets`. */
export async function seal(emulator: Emulator, place: string, value: string | Uint8Array) {
  const { key_id, key } = await publicKey(emulator, place);
  return { key_id, encrypted_value: sealSecret(value, key) };
}

export async function publicKey(emulator: Emulator, place: string) {
  return z.parse(PublicKey, (await ask(emulator, `GET ${place}/public-key`)).body);
}

/** The names of a list's `secrets`, `variables` or `repositories`. */
export function namesIn({ body }: Told): string[] {
  const Items = z.array(z.object({ name: z.string() }));
  const list = z.parse(
    z.object({ secrets: z.optional(Items), variables: z.optional(Items), repositories: z.optional(Items) }),
    body,
  );
  return (list.secrets ?? list.variables ?? list.repositories ?? []).map(({ name }) => name);
}

/** An organization with an owner, a member who may push, an outsider, and a few repositories. */
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
      ...{ kind: "fine-grained", user: "alice", permissions: "all", owner: "acme" },
      repositories: ["acme/widgets"],
    },
    reader: { kind: "fine-grained", user: "alice", permissions: { organization_secrets: "read", secrets: "read" } },
    installation: { kind: "installation", app: "bot", account: "acme", permissions: "all" },
    workflow: { kind: "workflow", repository: "acme/widgets", permissions: "all" },
  },
} as const;

/** The number of a repository. */
export async function idOf(emulator: Emulator, fullName: string): Promise<number> {
  return z.parse(z.object({ id: z.int() }), (await ask(emulator, `GET /repos/${fullName}`, undefined, "mallory")).body)
    .id;
}
