import * as z from "zod/mini";
import type { Access, Level } from "../access.ts";
import type { Definition } from "../definition.ts";
import type { Edition } from "../edition.ts";
import { name, nameRule, sealed, selectedOnly, visibility } from "../fields.ts";
import { OrganizationSecret, PublicKey, Secret } from "../objects/secret.ts";
import { wrappedList } from "../paging.ts";
import type { Selection } from "./selected-repositories.ts";

// Secrets come in three kinds at three levels, and all work alike: a value is sealed for a public key, written, and never
// shown again (document 2, Updater secrets).

/** One kind of secret at one level. */
export interface Secrets {
  readonly read: Access;
  readonly write: Access;
  readonly editions: readonly Edition[];
}

/** One kind of an organization's: they also have repositories that may read them. */
export const organizationSecrets = (
  access: (level: Level) => Access,
  editions: readonly Edition[],
): Secrets & Selection => ({
  read: access("read"),
  write: access("write"),
  editions,
  otherStatuses: { list: [404, 409], set: [404, 409, 422], one: [404, 409, 422] },
});

/** The secrets, without their values. */
export const listSecrets = ({ read, editions }: Secrets) =>
  ({ ...wrappedList({ secrets: z.array(Secret()) }), access: read, editions }) as const satisfies Definition;

/** An organization's, with who may read each. */
export const listOrganizationSecrets = ({ read, editions }: Secrets) =>
  ({
    ...wrappedList({ secrets: z.array(OrganizationSecret()) }),
    access: read,
    editions,
  }) as const satisfies Definition;

/** The public key to seal values for. */
export const getPublicKey = ({ read, editions }: Secrets) =>
  ({ success: { 200: PublicKey() }, access: read, editions, retry: "safe" }) as const satisfies Definition;

/** One secret, without its value; null where there is none, or where the token may not see it. */
export const getSecret = ({ read, editions }: Secrets) =>
  ({
    success: { 200: Secret() },
    absent: { 404: null },
    access: read,
    editions,
    retry: "safe",
  }) as const satisfies Definition;

/** An organization's, with who may read it. */
export const getOrganizationSecret = ({ read, editions }: Secrets) =>
  ({
    success: { 200: OrganizationSecret() },
    absent: { 404: null },
    access: read,
    editions,
    retry: "safe",
  }) as const satisfies Definition;

const named = () => z.object({ secret_name: name() });

/** Creates a secret, or replaces its value. */
export const putSecret = ({ write, editions }: Secrets) =>
  ({
    path: named(),
    body: z.object({ encrypted_value: sealed(), key_id: z.string() }),
    success: { 201: "created", 204: "updated" },
    access: write,
    editions,
    retry: "idempotent",
    rules: [nameRule("secret_name")],
  }) as const satisfies Definition;

/** The same for an organization. What is left out is lost: who may read it is replaced together with the value. */
export const putOrganizationSecret = ({ write, editions }: Secrets) =>
  ({
    path: named(),
    body: z.object({
      encrypted_value: z.optional(sealed()),
      key_id: z.optional(z.string()),
      visibility: visibility(),
      selected_repository_ids: z.optional(z.array(z.int())),
    }),
    success: { 201: "created", 204: "updated" },
    otherStatuses: [404, 422],
    access: write,
    editions,
    retry: "idempotent",
    rules: [nameRule("secret_name"), selectedOnly("selected_repository_ids")],
  }) as const satisfies Definition;

/** Deletes a secret. */
export const deleteSecret = ({ write, editions }: Secrets) =>
  ({
    success: { 204: undefined },
    otherStatuses: [404],
    access: write,
    editions,
    retry: "idempotent",
  }) as const satisfies Definition;
