import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createClient } from "@forgehand/core";
import * as operations from "@forgehand/core/operations";
import { undiciTransport } from "@forgehand/core/undici";
import type { Emulator } from "@forgehand/emulator";
import { emulatorTest, test } from "@forgehand/emulator/vitest";
import { Octokit } from "octokit";
import { expect, onTestFinished } from "vitest";
import { holdFetch } from "../clock/hold-fetch.ts";
import { createVirtualClock } from "../clock/virtual-clock.ts";
import { withVirtualGlobals } from "../clock/virtual-globals.ts";

// Tests each line of the README's comparison with Octokit against both clients. If Octokit changes, update the README.

const widgets = { owner: "acme", repo: "widgets" };
const variable = { ...widgets, name: "LEVEL", value: "1" };

/** Creates an Octokit client with its defaults, except that throttling is off and nothing is logged. */
function createOctokit(baseUrl: string, auth: string, fetch: typeof globalThis.fetch = globalThis.fetch): Octokit {
  return new Octokit({
    baseUrl,
    auth,
    throttle: { enabled: false },
    request: { fetch },
    // The tests provoke the problems that Octokit would log.
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
}

const createBothClients = ({ apiUrl, tokens }: Emulator, name = "alice") => {
  const token = tokens[name] ?? "";
  return { octokit: createOctokit(apiUrl, token), client: createClient({ baseUrl: apiUrl, credentials: token }) };
};

test("Octokit sends a write that fails with 502 four times; Forgehand sends it once and then checks the outcome", async ({
  emulator,
}) => {
  const clock = createVirtualClock({ start: Date.now() });
  const octokit = createOctokit(emulator.apiUrl, emulator.tokens["alice"] ?? "", holdFetch(clock));
  const transport = undiciTransport();
  const client = createClient({
    baseUrl: emulator.apiUrl,
    credentials: emulator.tokens["alice"] ?? "",
    clock,
    transport: clock.hold(transport),
  });
  emulator.control.faults.add({ operation: "createRepositoryVariable", status: 502, executed: true, times: 10 });
  const request = () => octokit.request("POST /repos/{owner}/{repo}/actions/variables", variable);
  await expect(withVirtualGlobals(clock, request)).rejects.toMatchObject({ status: 502 });
  expect(emulator.control.calls()).toHaveLength(4);
  emulator.control.clearCalls();
  const other = { ...variable, name: "DEPTH" };
  // The write took effect, as the check shows.
  await clock.runUntil(client.call(operations.createRepositoryVariable, other));
  await transport.close();
  const writes = emulator.control.calls().filter(({ method }) => method === "POST");
  expect(writes).toHaveLength(1);
});

/** Starts a service that returns an empty list with the given `link` header and records the credentials it receives. */
async function startListService(link: string): Promise<{ url: string; sent: (string | undefined)[] }> {
  const sentCredentials: (string | undefined)[] = [];
  const server: Server = createServer((request, response) => {
    sentCredentials.push(request.headers.authorization);
    response.writeHead(200, { "content-type": "application/json", ...(link && { link }) }).end("[]");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The service does not listen on a port.");
  return { url: `http://127.0.0.1:${address.port}`, sent: sentCredentials };
}

test("Octokit sends the token to a next page on another origin; Forgehand rejects it", async () => {
  const other = await startListService("");
  const { url } = await startListService(`<${other.url}/repositories/1/stargazers?page=2>; rel="next"`);
  await createOctokit(url, "its-token").paginate("GET /repos/{owner}/{repo}/stargazers", widgets);
  expect(other.sent).toEqual(["token its-token"]);
  const { items } = createClient({ baseUrl: url, credentials: "our-token" });
  await expect(Array.fromAsync(items(operations.listStargazers, widgets))).rejects.toMatchObject({
    name: "ResponseError",
  });
  expect(other.sent).toHaveLength(1);
});

/** For calls of routes that GitHub doesn't have. */
const lenientTest = emulatorTest({ strict: false });

lenientTest(
  "with Octokit, dots in a path value change the path; Forgehand rejects them before sending",
  async ({ emulator }) => {
    const { octokit, client } = createBothClients(emulator);
    const dotted = { owner: "acme", repo: ".." };
    await octokit.request("GET /repos/{owner}/{repo}", dotted).catch(() => undefined);
    expect(emulator.control.calls().map(({ path }) => path)).toEqual(["/api/v3/repos/"]);
    emulator.control.clearCalls();
    await expect(client.call(operations.getRepository, dotted)).rejects.toMatchObject({ name: "InputError" });
    expect(emulator.control.calls()).toEqual([]);
  },
);

test("Octokit returns a response that violates the API description; Forgehand throws an error", async ({
  emulator,
}) => {
  const { octokit, client } = createBothClients(emulator);
  emulator.control.faults.add({ operation: "getRepository", shape: "wrong" });
  await expect(octokit.rest.repos.get(widgets)).resolves.toMatchObject({ status: 200 });
  await expect(client.call(operations.getRepository, widgets)).rejects.toMatchObject({ name: "ResponseError" });
});

test("Octokit does not say what the token lacks; Forgehand does", async ({ emulator }) => {
  const { octokit, client } = createBothClients(emulator, "bob");
  const org = { org: "acme" };
  const errorText = await octokit.request("GET /orgs/{org}/dependabot/secrets", org).catch(String);
  expect(errorText).not.toContain("admin:org");
  await expect(client.call(operations.listOrganizationUpdaterSecrets, org)).rejects.toThrow(/lacks .*admin:org/);
});

test("Octokit throws an error for an unchanged resource; Forgehand returns it from cache without using quota", async ({
  emulator,
}) => {
  const { octokit, client } = createBothClients(emulator);
  const { headers } = await octokit.rest.repos.get(widgets);
  const conditionalRequest = octokit.rest.repos.get({ ...widgets, headers: { "if-none-match": headers.etag ?? "" } });
  await expect(conditionalRequest).rejects.toMatchObject({ status: 304 });
  emulator.control.clearCalls();
  const first = await client.call(operations.getRepository, widgets);
  expect(await client.call(operations.getRepository, widgets)).toEqual(first);
  expect(emulator.control.calls().map(({ status }) => status)).toEqual([200, 304]);
});
