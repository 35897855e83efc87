// All parts of `leanClient` and its middleware that most calls do without. They are one module, because bundlers would divide
// what several modules share into many files, some of which every page would load.

export * from "./failures.ts";
export { createOwnerPacing } from "./pace/owner-quotas.ts";
