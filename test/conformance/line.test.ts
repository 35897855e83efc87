import { createClient } from "@forgehand/core";
import * as operations from "@forgehand/core/operations";
import { test } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";

const widgets = { owner: "acme", repo: "widgets" };

// The whole line, from a typed call to the service's state and back, in the vendor's names and in the neutral ones.
for (const dialect of ["github", "svc"] as const) {
  describe(`contract, client and emulator in the dialect ${dialect}`, () => {
    const it = test.override({ emulatorOptions: { dialect } });
    const clientOf = (emulator: { apiUrl: string; tokens: Readonly<Record<string, string>> }, token = "alice") =>
      createClient({ baseUrl: emulator.apiUrl, credentials: emulator.tokens[token] ?? "", dialect });

    it("watches, ignores and lets go of a repository", async ({ emulator }) => {
      const { call } = clientOf(emulator);
      expect(await call(operations.getSubscription, widgets)).toBeNull();
      const watching = await call(operations.setSubscription, { ...widgets, subscribed: true });
      expect(watching).toMatchObject({ subscribed: true, ignored: false });
      await call(operations.setSubscription, { ...widgets, subscribed: true, ignored: true });
      expect(await call(operations.getSubscription, widgets)).toMatchObject({ subscribed: false, ignored: true });
      await call(operations.deleteSubscription, widgets);
      expect(await call(operations.getSubscription, widgets)).toBeNull();
    });
  });
}
