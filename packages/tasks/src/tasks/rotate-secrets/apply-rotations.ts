import type { Work } from "../../cancellation/work.ts";
import type { Outcome } from "../../plan.ts";
import { describeError, Problem } from "../../problem.ts";
import { applyEach } from "../../run/apply-each.ts";
import { measureTime } from "../../run/measure-time.ts";
import type { RunContext } from "../../run/run-context.ts";
import { serviceTime } from "../../service-time.ts";
import { currentAccess, isFresh } from "./current-access.ts";
import type { Rotation } from "./plan.ts";
import type { RotationState } from "./read.ts";
import type { RotationEntry } from "./rotation-entry.ts";
import { openRotationStore } from "./rotation-store.ts";
import { createPublicKeys } from "./secret-store/public-keys.ts";
import { createValueProvider } from "./value/value-provider.ts";
import { createVerifier } from "./verify.ts";

/** Writes new values and verifies them. */
export async function applyRotations(
  run: RunContext,
  changes: readonly Rotation[],
  { found, values: known }: RotationState,
): Promise<readonly Outcome<Rotation>[]> {
  if (changes.length === 0) return [];
  const keys = createPublicKeys();
  const valueFor = createValueProvider(run, known, (entry) =>
    changes.flatMap(({ index }) => found[index] ?? []).filter((reading) => reading.entry === entry),
  );
  /** Entries with one value for all targets whose value has already been delivered. */
  const deliveredEntries = new Set<RotationEntry>();

  const applyAll = (selected: readonly Rotation[], withhold: (change: Rotation) => string | undefined) => {
    const readBack = createVerifier(
      run,
      selected.filter((change) => withhold(change) === undefined),
    );
    return applyEach(run, selected, {
      withhold,
      apply: writeSecret,
      verify: (change, { respondedAt, access }) => readBack({ ...change, access }, respondedAt),
    });
  };

  async function writeSecret(change: Rotation, work: Work) {
    const reading = found[change.index];
    if (!reading) throw new Error("Every change must refer to a secret that was read.");
    const { entry } = reading;
    const store = await openRotationStore(run, change.scope, work);
    // Read before a value is generated and delivered, so that nothing is delivered if this fails.
    const access = await currentAccess(change, reading, store);
    const accessAge = measureTime(run.clock);
    const write = await store.prepareWrite(keys);
    const value = await valueFor(entry, reading);
    if (entry.deliver) {
      if (entry.valueFor === "all") deliveredEntries.add(entry);
      // Once a value is delivered it must be written even if the run is cancelled.
      run.protect(work);
    }
    try {
      // Commands can be slow, so the access may have changed in the meantime.
      const latestAccess = isFresh(accessAge()) ? access : await currentAccess(change, reading, store);
      const response = await write(change.secret, value, latestAccess);
      return { respondedAt: serviceTime(response.headers), access: latestAccess };
    } catch (error) {
      throw entry.deliver ? afterDelivery(error) : error;
    }
  }

  const entryOf = ({ index }: Rotation) => found[index]?.entry;
  const first = await applyAll(
    changes.filter(({ isLast }) => !isLast),
    () => undefined,
  );
  const unfinished = new Set(first.flatMap(({ change, end }) => (end === "changed" ? [] : [entryOf(change)])));
  const last = await applyAll(
    changes.filter(({ isLast }) => isLast),
    (change) => (unfinished.has(entryOf(change)) ? WITHHELD_NOTE : undefined),
  );
  const outcomes = new Map([...first, ...last].map((outcome) => [outcome.change, outcome]));
  const withDelivery = (outcome: Outcome<Rotation>): Outcome<Rotation> => {
    const entry = entryOf(outcome.change);
    const wasDelivered = outcome.end === "not-started" && entry && deliveredEntries.has(entry);
    return wasDelivered ? { ...outcome, note: `${outcome.note ?? outcome.end}; ${DELIVERED_NOTE}.` } : outcome;
  };
  return changes.flatMap((change) => outcomes.get(change) ?? []).map(withDelivery);
}

const WITHHELD_NOTE = "other targets that share its value failed; the next run generates a new value for all of them";
const DELIVERED_NOTE = "its new value has already been delivered";

/** Adds to an error that the new value has already been delivered. */
function afterDelivery(error: unknown): Problem {
  const problem = new Problem(`${describeError(error).replace(/\.$/, "")}; ${DELIVERED_NOTE}.`);
  problem.cause = error;
  return problem;
}
