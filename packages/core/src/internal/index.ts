// Building blocks that Forgehand's own packages share. Not part of the public API: they can change in any release.

export { checkOptionNames } from "../check-option-names.ts";
export { invalidField } from "../errors.ts";
export { forEachConcurrently } from "./concurrency.ts";
export { lazy, lazyPerObject } from "./lazy.ts";
export { parseJson } from "./parse-json.ts";
export { MAX_TIMER_DELAY } from "./timers.ts";
export { canReceiveToken, isLoopbackHost, withoutTrailingDot } from "./token-url.ts";
export { matchesWildcard, wildcardMatcher } from "./wildcard.ts";
