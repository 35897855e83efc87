export * from "../ui/times.ts";
export { numberOf } from "../ui/words.ts";
