export { readBody } from "./body.ts";
export { signBody } from "./signature.ts";
export type { DeliveryHeaders, Verification } from "./verify.ts";
export { verifySignature } from "./verify.ts";
