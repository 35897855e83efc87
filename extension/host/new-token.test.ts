import { expect, test } from "vitest";
import { newFineGrainedPage, newTokenPage } from "./new-token.ts";

test("the page for a new token is filled in, on the public forge and on one's own", () => {
  expect(newTokenPage("https://github.com", ["repo", "read:org"])).toBe(
    "https://github.com/settings/tokens/new?scopes=repo%2Cread%3Aorg&description=Forgehand",
  );
  expect(newTokenPage("https://forge.example.com:8443", ["public_repo"])).toBe(
    "https://forge.example.com:8443/settings/tokens/new?scopes=public_repo&description=Forgehand",
  );
  expect(newFineGrainedPage("https://github.com", { pull_requests: "write", starring: "write" })).toBe(
    "https://github.com/settings/personal-access-tokens/new?name=Forgehand&pull_requests=write&starring=write",
  );
});
