export { signBody } from "./signature.ts";
