import { isValidationError } from "@forgehand/core";
import { sealSecret } from "@forgehand/core/sealed-box";
import type { Applied, Outcome } from "../../plan.ts";
import { Problem, problemOf } from "../../problem.ts";
import { applyEach } from "../../run/apply-each.ts";
import type { Run } from "../../run/run.ts";
import type { Entry } from "./entry.ts";
import type { Rotation } from "./plan.ts";
import type { State } from "./read.ts";
import { currentReaders, isFresh } from "./readers/current-readers.ts";
import type { Readers } from "./readers/readers.ts";
import { createValues } from "./value/values.ts";
import { createPublicKeys, type PublicKey } from "./vault/public-keys.ts";
import { type Store, storeOf } from "./vault/store.ts";
import { ownerOf, type Vault } from "./vault/vault.ts";
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
  /** Entries whose one value for all somebody has been given. */
  const handedOver = new Set<Entry>();

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

  const applyTo = (some: readonly Rotation[]) => {
    const readBack = createReadBack(run, some, storeFor);
    return applyEach(run, some, {
      apply: writeAnew,
      verify: (change, { at, readers }) => readBack({ ...change, readers }, at),
    });
  };

  async function writeAnew(change: Rotation) {
    const one = found[change.index];
    if (!one) throw new Error("A change is of something that was not found.");
    const { entry } = one;
    const store = await storeFor(change.vault);
    // First: where these are refused, no value has been made and handed over.
    const readers = await currentReaders(run, change, one, store);
    const lookedAt = run.clock.now();
    const key = await keys.of(change.vault, store);
    const value = await valueFor(entry, change.vault);
    const send = async () => {
      // Commands may take their time, in which somebody may have changed who reads it.
      const latest = isFresh(run, lookedAt) ? readers : await currentReaders(run, change, one, store);
      return { at: await write(store, change, latest, value, key), readers: latest };
    };
    if (!entry.deliver) return send();
    if (entry.valueFor === "all") handedOver.add(entry);
    // Who has the new value must not find the old one, be the run to end or not.
    return run.puttingAway(send).catch((error: unknown) => {
      throw afterDelivery(error);
    });
  }

  const entryOf = ({ index }: Rotation) => found[index]?.entry;
  const first = await applyTo(changes.filter(({ isLast }) => !isLast));
  const unfinished = new Set(first.outcomes.flatMap(({ change, end }) => (end === "changed" ? [] : [entryOf(change)])));
  const isHeld = (change: Rotation) => unfinished.has(entryOf(change));
  const last = changes.filter(({ isLast }) => isLast);
  const held = last.filter(isHeld).map((change): Outcome<Rotation> => ({ change, end: "not begun", note: HELD }));
  for (const outcome of held) run.told?.(outcome);
  const then = last.length > held.length ? await applyTo(last.filter((change) => !isHeld(change))) : NOTHING;
  const outcomes = new Map([...first.outcomes, ...held, ...then.outcomes].map((one) => [one.change, one]));
  const withDelivery = (outcome: Outcome<Rotation>): Outcome<Rotation> => {
    const entry = entryOf(outcome.change);
    const isKnown = outcome.end === "not begun" && entry && handedOver.has(entry);
    return isKnown ? { ...outcome, note: `${outcome.note ?? outcome.end}; ${HANDED_OVER}.` } : outcome;
  };
  return {
    outcomes: changes.flatMap((change) => outcomes.get(change) ?? []).map(withDelivery),
    failures: [...first.failures, ...then.failures],
  };
}

const NOTHING: Applied<Rotation> = { outcomes: [], failures: [] };

const HELD = "others that share its value did not get it: the next run makes a new one for all";
const HANDED_OVER = "its new value was handed over by then";

/** What went wrong, and that the new value has been handed over all the same. */
function afterDelivery(error: unknown): Problem {
  const problem = new Problem(`${problemOf(error).replace(/\.$/, "")}; ${HANDED_OVER}.`);
  problem.cause = error;
  return problem;
}

/** May a refusal be about the key that a value was sealed for? */
function mayBeStale(error: unknown): boolean {
  if (!isValidationError(error)) return false;
  const said = [error.message, ...error.fields.flatMap(({ field, message }) => [field, message])].join(" ");
  return /key_id|public[ _-]?key|encrypted_value|decrypt/i.test(said);
}
