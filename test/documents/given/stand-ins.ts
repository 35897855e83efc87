/** Packages that documents name and the workspace does without, with what stands for them. */
export const STAND_INS: Readonly<Record<string, string>> = {
  // Its server is none of this project's.
  redis: "test/workflow/webhooks/fake-redis.ts",
};
