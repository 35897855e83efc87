/** Packages that documents use and the workspace does not install, with their fakes. */
export const FAKE_PACKAGES: Readonly<Record<string, string>> = {
  // Needs a server that is not available here.
  redis: "test/workflow/webhooks/fake-redis.ts",
};
