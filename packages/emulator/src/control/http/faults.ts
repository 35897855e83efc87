import { Fault } from "../../faults/fault.ts";
import { BadRequestError, bodilessRoute, bodyRoute } from "./route.ts";

export const FAULT_ROUTES = [
  bodilessRoute("GET", "/faults", ({ faults }) => ({ faults: faults.list() })),
  bodyRoute("POST", "/faults", Fault, ({ faults }, fault) => ({ id: faults.add(fault) })),
  bodilessRoute("DELETE", "/faults", ({ faults }) => faults.clear()),
  bodilessRoute("DELETE", "/faults/:id", ({ faults }, { id = "" }) => {
    if (!/^\d+$/.test(id)) throw new BadRequestError(`The fault must be a number, got ${JSON.stringify(id)}.`);
    faults.remove(Number(id));
  }),
];
