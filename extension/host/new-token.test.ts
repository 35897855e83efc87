import { expect, test } from "vitest";
import { newClassicTokenUrl, newFineGrainedTokenUrl } from "./new-token.ts";

test("the URLs of prefilled token pages are built for github.com and self-hosted servers", () => {
  expect(newClassicTokenUrl("https://github.com", ["repo", "read:org"])).toBe(
    "https://github.com/settings/tokens/new?scopes=repo%2Cread%3Aorg&description=Forgehand",
  );
  expect(newClassicTokenUrl("https://forge.example.com:8443", ["public_repo"])).toBe(
    "https://forge.example.com:8443/settings/tokens/new?scopes=public_repo&description=Forgehand",
  );
  expect(newFineGrainedTokenUrl("https://github.com", { pull_requests: "write", starring: "write" })).toBe(
    "https://github.com/settings/personal-access-tokens/new?name=Forgehand&pull_requests=write&starring=write",
  );
});
