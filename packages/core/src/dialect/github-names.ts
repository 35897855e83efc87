import type { WireNames } from "./dialect.ts";

/** The part of {@link github} that all requests need. Its terms are those that the translation falls back to. */
export const githubNames: WireNames = {
  segments: {
    updater: "dependabot",
    assistant: "copilot",
    "assistant-seats": "copilot-seats",
    "assistant-spaces": "copilot-spaces",
    "svc-owned": "github-owned",
    "updater-access": "dependabot-access",
  },
  mediaTypeVendor: "github",
  headers: {
    apiVersion: "X-GitHub-Api-Version",
    requestId: "X-GitHub-Request-Id",
  },
  reservedNamePrefix: "GITHUB_",
};
