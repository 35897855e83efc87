// All parts of `createClient` that most calls do without. They are one module, because bundlers would divide what several
// modules share into dozens of files.

export { createAccessAdvisor } from "./access/access-advisor.ts";
export { tokenKindError } from "./access/token-kind-error.ts";
export { storedResponses } from "./cache/response-storage.ts";
export { createAppTokens } from "./credentials/app-source.ts";
export { exchangeToken } from "./credentials/exchange-token.ts";
export { createFunctionTokens } from "./credentials/function-source.ts";
export * from "./failures.ts";
export { followRedirect } from "./middleware/follow-redirect.ts";
export { createSharedPacing } from "./pace/shared-quotas.ts";
export { requestWithoutContract } from "./request/untyped-call.ts";
export { responseMeta } from "./response/response-meta.ts";
export { lenientList } from "./response/valid-items.ts";
export { startDownload } from "./start-download.ts";
export { verifyOutcome } from "./verify-outcome.ts";
