import { Fault } from "../fault.ts";
import { ask, tell } from "./route.ts";

export const FAULT_ROUTES = [
  ask("GET", "/faults", ({ faults }) => ({ faults: faults.list() })),
  tell("POST", "/faults", Fault, ({ faults }, fault) => ({ id: faults.add(fault) })),
  ask("DELETE", "/faults", ({ faults }) => faults.clear()),
  ask("DELETE", "/faults/:id", ({ faults }, { id }) => faults.remove(Number(id))),
];
