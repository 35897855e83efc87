import { closestMatch, describeIssue } from "@forgehand/core/contract";
import * as z from "zod/mini";
import { findOperation } from "../calls/operation-names.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { Fault, findFaultError } from "../faults/fault.ts";
import type { FaultControl, Fault as PublicFault } from "../public.ts";
import { row, text } from "../state/columns.ts";
import type { Database } from "../state/database.ts";

/** Creates the controls of injected faults. */
export function createFaultControl({ faults, dialect, db }: EmulatorContext): FaultControl {
  const requestId = dialect.headers.requestId.toLowerCase();
  return {
    list: faults.list,
    remove: faults.remove,
    clear: faults.clear,
    add(faultToAdd) {
      const fault = parseFault(faultToAdd);
      const operation = fault.operation === undefined ? undefined : findOperation(dialect, fault.operation);
      const errorMessage = findFaultError(fault, operation, requestId);
      if (errorMessage !== undefined) throw new RangeError(errorMessage);
      if (fault.token !== undefined) checkToken(db, fault.token);
      return faults.add(fault, operation);
    },
  };
}

function parseFault(fault: PublicFault): PublicFault {
  const result = z.safeParse(Fault, fault);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue?.code === "unrecognized_keys") throw new RangeError(`A fault has no field ${issue.keys.join(", ")}.`);
  const { at, problem } = describeIssue(issue, fault, "A fault");
  throw new RangeError(`${at} ${problem}.`);
}

/**
 * Checks that a token with this name exists.
 * @throws RangeError that suggests the nearest name
 */
function checkToken(db: Database, tokenName: string): void {
  const names = db
    .all(row({ name: text() }), "SELECT name FROM tokens WHERE name IS NOT NULL ORDER BY name")
    .map(({ name }) => name);
  if (names.includes(tokenName)) return;
  const suggestion = closestMatch(tokenName, names);
  const advice = suggestion === undefined ? "" : ` Did you mean ${JSON.stringify(suggestion)}?`;
  throw new RangeError(`There is no token named ${JSON.stringify(tokenName)}.${advice}`);
}
