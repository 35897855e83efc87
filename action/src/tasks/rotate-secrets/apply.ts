import { isAuthenticationError, isValidationError } from "@forgehand/core";
import { sealSecret } from "@forgehand/core/sealed-box";
import { Problem } from "../../problem.ts";
import { applyEach, failureOf } from "../../run/apply-each.ts";
import type { Run } from "../../run/run.ts";
import type { Applied } from "../../task.ts";
import { currentReaders } from "./current-readers.ts";
import type { Rotation } from "./plan.ts";
import { createPublicKeys, type PublicKey } from "./public-keys.ts";
import type { State } from "./read.ts";
import type { Readers } from "./readers.ts";
import { type Store, storeOf } from "./store.ts";
import { createValues } from "./values.ts";
import { ownerOf, type Vault } from "./vault.ts";
import { createReadBack } from "./verify.ts";

/** Writes new values, each sealed for its vault's key, and reads back whether they are there. */
export async function applyRotation(
  run: Run,
  changes: readonly Rotation[],
  { found, values: known }: State,
): Promise<Applied<Rotation>> {
  const keys = createPublicKeys();
  const storeFor = async (vault: Vault) => storeOf(await run.connection.forOwner(ownerOf(vault)), vault);
  const valueFor = createValues(run, known, (entry) =>
    changes.filter(({ index }) => found[index]?.entry === entry).map(({ vault }) => vault),
  );
  const readBack = createReadBack(run, changes, storeFor);

  async function write(
    store: Store,
    { vault, secret }: Rotation,
    readers: Readers | undefined,
    value: Uint8Array,
    key: PublicKey,
  ) {
    const put = ({ key_id, key }: PublicKey) =>
      store.put(secret, { key_id, encrypted_value: sealSecret(value, key) }, readers);
    try {
      return await put(key);
    } catch (error) {
      if (!mayBeStale(error)) throw error;
      // The service has another key by now. Where it has not, that was not the reason.
      const next = await keys.after(key, vault, store);
      if (next.key_id === key.key_id) throw error;
      return put(next);
    }
  }

  return applyEach(run, changes, {
    async apply(change) {
      const one = found[change.index];
      if (!one) throw new Error("A change is of something that was not found.");
      const { entry } = one;
      const store = await storeFor(change.vault);
      // First: where these are refused, no value has been made and handed over.
      const readers = await currentReaders(run, change, one, store);
      const key = await keys.of(change.vault, store);
      const value = await valueFor(entry, change.vault);
      const send = () => write(store, change, readers, value, key);
      if (!entry.deliver) return { at: await send(), readers };
      // Who has the new value must not find the old one, be the run to end or not.
      const at = await run.puttingAway(send).catch((error: unknown) => {
        throw afterDelivery(error);
      });
      return { at, readers };
    },
    verify: (change, { at, readers }) => readBack({ ...change, readers }, at),
  });
}

/** A failure says so where the new value has been handed over already; but for a refused token, which ends the run. */
function afterDelivery(error: unknown): unknown {
  const { end, note } = failureOf(error);
  return end === "failed" && !isAuthenticationError(error)
    ? new Problem(`${note} Its new value was handed over by then.`)
    : error;
}

/** May a refusal be about the key that a value was sealed for? */
function mayBeStale(error: unknown): boolean {
  if (!isValidationError(error)) return false;
  const said = [error.message, ...error.fields.flatMap(({ field, message }) => [field, message])].join(" ");
  return /key_id|public[ _-]?key|encrypted_value|decrypt/i.test(said);
}
