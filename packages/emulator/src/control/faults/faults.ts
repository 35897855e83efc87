import { closestMatch, describeIssue } from "@forgehand/core/contract";
import * as z from "zod/mini";
import type { FaultControl, Fault as PublicFault } from "../../public.ts";
import type { Database } from "../../state/database.ts";
import type { World } from "../../world.ts";
import { findOperation } from "../operation-names.ts";
import { Fault, nonsenseIn } from "./fault.ts";

/** What goes wrong on demand. */
export function createFaultControl({ faults, dialect, db }: World): FaultControl {
  const requestId = dialect.headers.requestId.toLowerCase();
  return {
    ...{ list: faults.list, remove: faults.remove, clear: faults.clear },
    add(told) {
      const fault = read(told);
      const operation = fault.operation === undefined ? undefined : findOperation(dialect, fault.operation);
      const nonsense = nonsenseIn(fault, operation, requestId);
      if (nonsense !== undefined) throw new RangeError(nonsense);
      if (fault.token !== undefined) checkToken(db, fault.token);
      return faults.add(fault, operation);
    },
  };
}

function read(fault: PublicFault): PublicFault {
  const found = z.safeParse(Fault, fault);
  if (found.success) return found.data;
  const [issue] = found.error.issues;
  if (issue?.code === "unrecognized_keys") throw new RangeError(`A fault has no ${issue.keys.join(" and no ")}.`);
  const { at, problem } = describeIssue(issue, fault, "A fault");
  throw new RangeError(`${at} ${problem}.`);
}

/** @throws RangeError that names the nearest, where no token is called so */
function checkToken(db: Database, wanted: string): void {
  const names = db
    .all(z.object({ name: z.string() }), "SELECT name FROM tokens WHERE name IS NOT NULL ORDER BY name")
    .map(({ name }) => name);
  if (names.includes(wanted)) return;
  const near = closestMatch(wanted, names);
  const advice = near === undefined ? "" : ` Is it ${JSON.stringify(near)}?`;
  throw new RangeError(`No token is called ${JSON.stringify(wanted)}.${advice}`);
}
