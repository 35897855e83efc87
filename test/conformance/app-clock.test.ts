import { type ClientOptions, createClient, systemClock } from "@forgehand/core";
import { getRepository, listInstallations } from "@forgehand/core/operations";
import { type Emulator, startEmulator } from "@forgehand/emulator";
import { App, Octokit } from "octokit";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

// An app on a machine whose clock is wrong, against the emulator, which checks the times in JWTs as GitHub does.

const HOUR = 3_600_000;
const SEED = {
  users: { alice: {} },
  organizations: { acme: {} },
  repositories: { "acme/gears": { private: true } },
  apps: { robot: { owner: "acme", installations: { acme: {} } } },
};
const gears = { owner: "acme", repo: "gears" };

let emulator: Emulator;
let privateKey = "";
let installation = 0;
beforeAll(async () => {
  emulator = await startEmulator({ seed: SEED });
  privateKey = await emulator.control.createAppKey("robot");
  const [installed] = await createAppClient({}).call(listInstallations);
  installation = Number(installed?.id);
});
afterEach(() => emulator.control.faults.clear());
afterAll(() => emulator.stop());

/** Milliseconds by which this machine's clock is ahead. */
let clockError = 0;
const clock = { ...systemClock, now: () => Date.now() + clockError };

function createAppClient(credentials: { readonly installation?: number }, options: Partial<ClientOptions> = {}) {
  const pace = { preset: "off", owner: crypto.randomUUID() } as const;
  const app = { app: 1, privateKey, ...credentials };
  return createClient({ baseUrl: emulator.apiUrl, credentials: app, clock, pace, cache: false, ...options });
}

/** Statuses of the calls that the emulator receives meanwhile. */
async function statusesOf(work: () => Promise<unknown>): Promise<readonly (number | null)[]> {
  emulator.control.clearCalls();
  await work();
  return emulator.control.calls().map(({ status }) => status);
}

describe.each([
  ["an hour behind", -HOUR],
  ["an hour ahead", HOUR],
  ["a year behind", -365 * 24 * HOUR],
  ["five minutes ahead", 300_000],
])("on a machine whose clock is %s", (_, error) => {
  test("an app's calls succeed after one rejection", async () => {
    clockError = error;
    const { call } = createAppClient({});
    expect(await statusesOf(() => call(listInstallations))).toEqual([401, 200]);
    expect(await statusesOf(() => call(listInstallations))).toEqual([200]);
  });

  test("an installation gets its token after one rejection and reuses it", async () => {
    clockError = error;
    const { call } = createAppClient({ installation });
    expect(await statusesOf(() => call(getRepository, gears))).toEqual([401, 201, 200]);
    expect(await statusesOf(() => call(getRepository, gears))).toEqual([200]);
  });

  test("a clock that is set to it later has no effect", async () => {
    clockError = 0;
    const [app, installed] = [createAppClient({}), createAppClient({ installation })];
    await app.call(listInstallations);
    await installed.call(getRepository, gears);
    clockError = error;
    expect(await statusesOf(() => app.call(listInstallations))).toEqual([200]);
    expect(await statusesOf(() => installed.call(getRepository, gears))).toEqual([200]);
  });
});

describe("Octokit recognizes the rejection and corrects its clock", () => {
  test.each([
    ["an hour ahead", HOUR],
    ["an hour behind", -HOUR],
    ["three minutes ahead", 180_000],
  ])("if this machine is %s", async (_, error) => {
    emulator.control.clock.advance(-error / 1000);
    try {
      const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
      const baseUrl = emulator.apiUrl;
      const { octokit } = new App({
        appId: 1,
        privateKey,
        Octokit: Octokit.defaults({ baseUrl, log, retry: { enabled: false }, throttle: { enabled: false } }),
      });
      const statuses = await statusesOf(() => octokit.rest.apps.listInstallations());
      expect(statuses).toEqual([401, 200]);
    } finally {
      emulator.control.clock.advance(error / 1000);
    }
  });
});

describe("a service that rejects the corrected times as well", () => {
  // As GitHub words it.
  const TOO_FAR = "'Expiration time' claim ('exp') is too far in the future";
  const TOO_LATE =
    "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires";
  const NOT_ISSUED = "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued";

  test.each([
    // Dates are whole seconds.
    [TOO_FAR, HOUR, /This computer's clock is 3,(600|601) s ahead of the service's\./],
    [TOO_LATE, -HOUR, /This computer's clock is 3,(599|600) s behind the service's\./],
    [NOT_ISSUED, 0, /This computer's clock agrees with the date of the response, so the service's machines disagree/],
  ])("gets two attempts, and the error names the clock: %s", async (message, error, advice) => {
    clockError = error;
    const fault = { operation: "createInstallationToken", status: 401, message } as const;
    emulator.control.faults.add(fault);
    const { call } = createAppClient({ installation });
    const failure = call(getRepository, gears).catch((thrown: unknown) => thrown);
    const statuses = await statusesOf(() => failure);
    expect(await failure).toMatchObject({
      name: "AuthenticationError",
      message: expect.stringMatching(advice),
    });
    expect(statuses).toEqual(error === 0 ? [401] : [401, 401]);
  });

  test("without a date: the error says that one of the clocks is wrong", async () => {
    clockError = HOUR;
    const withoutDate: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      const headers = new Headers(response.headers);
      headers.delete("date");
      return new Response(await response.text(), { status: response.status, headers });
    };
    const { call } = createAppClient({}, { fetch: withoutDate });
    await expect(call(listInstallations)).rejects.toMatchObject({
      name: "AuthenticationError",
      message: expect.stringContaining("This computer's clock is wrong, or the service's."),
    });
  });

  test("a wrong key is reported as such, whatever the clock says", async () => {
    clockError = HOUR;
    emulator.control.faults.add({ status: 401, message: "A JSON web token could not be decoded" });
    await expect(createAppClient({}).call(listInstallations)).rejects.toMatchObject({
      message: expect.stringContaining("The app ID and the private key do not match"),
    });
  });
});
