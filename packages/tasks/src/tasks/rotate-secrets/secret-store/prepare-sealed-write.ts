import { isValidationError } from "@forgehand/core";
import { sealSecret } from "@forgehand/core/sealed-box";
import type { ItemAccess } from "../../../stores/access/store-access.ts";
import type { WriteValue } from "../rotation-store.ts";
import type { PublicKey, PublicKeys } from "./public-keys.ts";
import type { SecretScope } from "./secret-scope.ts";

/** A value that is sealed with the service's public key. */
export interface SealedValue {
  readonly key_id: string;
  readonly encrypted_value: string;
}

/** Calls that write secrets of one scope. */
interface SealedStore {
  readonly publicKey: () => Promise<PublicKey>;
  readonly put: (
    name: string,
    sealed: SealedValue,
    access: ItemAccess | undefined,
  ) => Promise<{ readonly headers: Headers }>;
}

/** Prepares writes of values that are sealed with the scope's public key. */
export async function prepareSealedWrite(
  keys: PublicKeys,
  scope: SecretScope,
  store: SealedStore,
): Promise<WriteValue> {
  const key = await keys.of(scope, store);
  return (name, value, access) => {
    const put = ({ key_id, key }: PublicKey) =>
      store.put(name, { key_id, encrypted_value: sealSecret(value, key) }, access);
    return put(key).catch(async (error: unknown) => {
      // The public key may have been rotated. If it is still the same, the write failed for another reason.
      const next = mayBeStale(error) ? await keys.after(key, scope, store) : key;
      if (next.key_id === key.key_id) throw error;
      return put(next);
    });
  };
}

/** Returns true if a rejection may be caused by an outdated public key. */
function mayBeStale(error: unknown): boolean {
  if (!isValidationError(error)) return false;
  const details = [error.message, ...error.fields.flatMap(({ field, message }) => [field, message])].join(" ");
  return /key_id|public[ _-]?key|encrypted_value|decrypt/i.test(details);
}
