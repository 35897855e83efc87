import { Fault } from "../faults/fault.ts";
import { ask, BadRequest, tell } from "./route.ts";

export const FAULT_ROUTES = [
  ask("GET", "/faults", ({ faults }) => ({ faults: faults.list() })),
  tell("POST", "/faults", Fault, ({ faults }, fault) => ({ id: faults.add(fault) })),
  ask("DELETE", "/faults", ({ faults }) => faults.clear()),
  ask("DELETE", "/faults/:id", ({ faults }, { id = "" }) => {
    if (!/^\d+$/.test(id)) throw new BadRequest(`A fault has a number, and not ${JSON.stringify(id)}.`);
    faults.remove(Number(id));
  }),
];
