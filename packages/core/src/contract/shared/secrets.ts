import * as z from "zod/mini";
import type { Definition } from "../definition.ts";
import { sealedValue, variableName, visibility } from "../fields.ts";
import { OrganizationSecret, PublicKey, Secret, UserSecret } from "../objects/secret.ts";
import { wrappedList } from "../paging.ts";
import { change, get, getIfPresent, type ReadWriteAccess } from "../reads-and-writes.ts";
import { reservedPrefixRule } from "../rules/reserved-names.ts";
import { onlyWithSelectedVisibility } from "../rules/selected-visibility.ts";
import type { SelectionAccess } from "./selected-repositories.ts";

// Secrets exist in four kinds at four levels, all with the same API: a value is encrypted with a public key, written,
// and never returned.

/** Builds the access to one kind of organization secret, including the repositories that can read it. */
export const organizationSecretAccess = (access: ReadWriteAccess): SelectionAccess => ({
  ...access,
  otherStatuses: { list: [404, 409], set: [404, 409, 422], one: [404, 409, 422] },
});

const listOf = <S extends z.ZodMiniType>({ read }: ReadWriteAccess, secret: S) =>
  ({ ...wrappedList({ secrets: z.array(secret) }), ...read }) as const satisfies Definition;

/** Lists the secrets, without their values. */
export const listSecrets = (access: ReadWriteAccess) => listOf(access, Secret.schema());

/** Lists an organization's secrets with the visibility of each. */
export const listOrganizationSecrets = (access: ReadWriteAccess) => listOf(access, OrganizationSecret.schema());

/** Lists the secrets of the authenticated user. */
export const listUserSecrets = (access: ReadWriteAccess) => listOf(access, UserSecret.schema());

/** Gets the public key to encrypt values with. */
export const getPublicKey = ({ read }: ReadWriteAccess) => get(read, PublicKey.schema());

/** Gets a secret, without its value; null if it doesn't exist or the token cannot see it. */
export const getSecret = ({ read }: ReadWriteAccess) => getIfPresent(read, Secret.schema());

/** Gets an organization's secret with its visibility. */
export const getOrganizationSecret = ({ read }: ReadWriteAccess) => getIfPresent(read, OrganizationSecret.schema());

/** Gets a secret of the authenticated user. */
export const getUserSecret = ({ read }: ReadWriteAccess) => getIfPresent(read, UserSecret.schema());

const secretPath = () => z.object({ secret_name: variableName() });

/** Creates a secret, or replaces its value. */
export const putSecret = ({ write }: ReadWriteAccess) =>
  ({
    path: secretPath(),
    body: z.object({ encrypted_value: sealedValue(), key_id: z.string() }),
    success: { 201: "created", 204: "updated" },
    ...write,
    retry: "idempotent",
    rules: [reservedPrefixRule("secret_name")],
  }) as const satisfies Definition;

/**
 * Creates or replaces an organization's secret. Omitted fields are reset: the visibility is replaced together with the
 * value.
 */
export const putOrganizationSecret = (access: ReadWriteAccess) =>
  putForOrganization(access, { encrypted_value: z.optional(sealedValue()), key_id: z.optional(z.string()) });

/** Creates or replaces an organization's secret of a kind whose visibility can't be changed without its value. */
export const putCompleteOrganizationSecret = (access: ReadWriteAccess) =>
  putForOrganization(access, { encrypted_value: sealedValue(), key_id: z.string() });

const putForOrganization = <F extends Readonly<Record<"encrypted_value" | "key_id", z.ZodMiniType>>>(
  { write }: ReadWriteAccess,
  valueFields: F,
) =>
  ({
    path: secretPath(),
    body: z.object({
      ...valueFields,
      visibility: visibility(),
      selected_repository_ids: z.optional(z.array(z.int())),
    }),
    success: { 201: "created", 204: "updated" },
    otherStatuses: [404, 422],
    ...write,
    retry: "idempotent",
    rules: [reservedPrefixRule("secret_name"), onlyWithSelectedVisibility("selected_repository_ids")],
  }) as const satisfies Definition;

/** Creates or replaces a secret of the authenticated user, including the repositories that can read it. */
export const putUserSecret = ({ write }: ReadWriteAccess) =>
  ({
    path: secretPath(),
    body: z.object({
      encrypted_value: z.optional(sealedValue()),
      key_id: z.string(),
      selected_repository_ids: z.optional(z.array(z.int())),
    }),
    success: { 201: "created", 204: "updated" },
    otherStatuses: [404, 422],
    ...write,
    retry: "idempotent",
    rules: [reservedPrefixRule("secret_name")],
  }) as const satisfies Definition;

/** Deletes a secret. */
export const deleteSecret = ({ write }: ReadWriteAccess) => change(write, [404]);
