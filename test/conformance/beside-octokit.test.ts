import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createClient } from "@forgehand/core";
import * as operations from "@forgehand/core/operations";
import { undiciTransport } from "@forgehand/core/undici";
import type { Emulator } from "@forgehand/emulator";
import { test } from "@forgehand/emulator/vitest";
import { Octokit } from "octokit";
import { expect, onTestFinished } from "vitest";
import { createVirtualClock } from "../clock/virtual-clock.ts";
import { withVirtualGlobals } from "../clock/virtual-globals.ts";

// What README says of this client and of the one that most people use, each line tried with both. Where the other one changes,
// its line changes.

const widgets = { owner: "acme", repo: "widgets" };
const variable = { ...widgets, name: "LEVEL", value: "1" };

/** With its own defaults, except for the throttle. */
function octokitOf(baseUrl: string, auth: string, fetch: typeof globalThis.fetch = globalThis.fetch): Octokit {
  return new Octokit({
    ...{ baseUrl, auth, throttle: { enabled: false }, request: { fetch } },
    // What it warns of is what is looked at.
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
}

/** Fetches, and reads the body before it returns, so that no time passes on a virtual clock meanwhile. */
const fetchWhole: typeof fetch = async (...args) => {
  const response = await fetch(...args);
  return new Response(await response.arrayBuffer(), response);
};

const both = ({ apiUrl, tokens }: Emulator, name = "alice") => {
  const token = tokens[name] ?? "";
  return { octokit: octokitOf(apiUrl, token), client: createClient({ baseUrl: apiUrl, credentials: token }) };
};

test("a write that the service answered 502 is made four times; here once, and then looked for", async ({
  emulator,
}) => {
  const clock = createVirtualClock({ start: Date.now() });
  const octokit = octokitOf(emulator.apiUrl, emulator.tokens["alice"] ?? "", clock.hold(fetchWhole));
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
  // It was done all the same, as a look shows.
  await clock.runUntil(client.call(operations.createRepositoryVariable, other));
  await transport.close();
  const writes = emulator.control.calls().filter(({ method }) => method === "POST");
  expect(writes).toHaveLength(1);
});

/** A service that answers with an empty list, and the header `link`; and notes the credentials that it is sent. */
async function listingService(link: string): Promise<{ url: string; sent: (string | undefined)[] }> {
  const sent: (string | undefined)[] = [];
  const server: Server = createServer((request, response) => {
    sent.push(request.headers.authorization);
    response.writeHead(200, { "content-type": "application/json", ...(link && { link }) }).end("[]");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("There is no port.");
  return { url: `http://127.0.0.1:${address.port}`, sent };
}

test("a next page on another origin gets the token; here it is refused", async () => {
  const other = await listingService("");
  const { url } = await listingService(`<${other.url}/repositories/1/stargazers?page=2>; rel="next"`);
  await octokitOf(url, "its-token").paginate("GET /repos/{owner}/{repo}/stargazers", widgets);
  expect(other.sent).toEqual(["token its-token"]);
  const { items } = createClient({ baseUrl: url, credentials: "our-token" });
  await expect(Array.fromAsync(items(operations.listStargazers, widgets))).rejects.toMatchObject({
    name: "ResponseError",
  });
  expect(other.sent).toHaveLength(1);
});

test("a path value of dots leads to another path; here it is refused before it is sent", async ({ emulator }) => {
  const { octokit, client } = both(emulator);
  const dotted = { owner: "acme", repo: ".." };
  await octokit.request("GET /repos/{owner}/{repo}", dotted).catch(() => undefined);
  expect(emulator.control.calls().map(({ path }) => path)).toEqual(["/api/v3/repos/"]);
  emulator.control.clearCalls();
  await expect(client.call(operations.getRepository, dotted)).rejects.toMatchObject({ name: "InputError" });
  expect(emulator.control.calls()).toEqual([]);
});

test("an answer that is not what the API says is returned as if it were; here it is an error", async ({ emulator }) => {
  const { octokit, client } = both(emulator);
  emulator.control.faults.add({ operation: "getRepository", shape: "wrong" });
  await expect(octokit.rest.repos.get(widgets)).resolves.toMatchObject({ status: 200 });
  await expect(client.call(operations.getRepository, widgets)).rejects.toMatchObject({ name: "ResponseError" });
});

test("a refusal doesn't say what the token lacks; here it does", async ({ emulator }) => {
  const { octokit, client } = both(emulator, "bob");
  const org = { org: "acme" };
  const refused = await octokit.request("GET /orgs/{org}/dependabot/secrets", org).catch(String);
  expect(refused).not.toContain("admin:org");
  await expect(client.call(operations.listOrganizationUpdaterSecrets, org)).rejects.toThrow(/lacks .*admin:org/);
});

test("what has not changed is an error when it is asked for so; here it comes from memory, at no cost", async ({
  emulator,
}) => {
  const { octokit, client } = both(emulator);
  const { headers } = await octokit.rest.repos.get(widgets);
  const again = octokit.rest.repos.get({ ...widgets, headers: { "if-none-match": headers.etag ?? "" } });
  await expect(again).rejects.toMatchObject({ status: 304 });
  emulator.control.clearCalls();
  const first = await client.call(operations.getRepository, widgets);
  expect(await client.call(operations.getRepository, widgets)).toEqual(first);
  expect(emulator.control.calls().map(({ status }) => status)).toEqual([200, 304]);
});
