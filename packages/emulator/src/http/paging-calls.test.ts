import { definitionOf } from "@forgehand/core/contract";
import { github, wirePath } from "@forgehand/core/dialects";
import * as catalogue from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import * as z from "zod/mini";
import { sendRequest } from "../requests.fixture.ts";
import { emulatorTest, test } from "../vitest.ts";

const PEOPLE = "/repos/acme/widgets/collaborators";

/** Logins on a page of a list. */
const Logins = z.array(z.object({ login: z.string() }));
const logins = (body: unknown) => z.parse(Logins, body).map(({ login }) => login);

describe("page number", () => {
  test("returns an empty page beyond the end of the list", async ({ emulator }) => {
    const all = logins((await sendRequest(emulator, `GET ${PEOPLE}`, "alice")).body);
    expect(all.length).toBeGreaterThan(2);
    for (const page of ["1000", "1000000000", "99999999999", "9".repeat(400)]) {
      const response = await sendRequest(emulator, `GET ${PEOPLE}?per_page=1&page=${page}`, "alice");
      expect(response).toMatchObject({ status: 200, body: [] });
      expect(response.headers.get("link")).toContain(`page=${all.length}>; rel="prev"`);
    }
    const largest = await sendRequest(emulator, `GET ${PEOPLE}?per_page=99999999999`, "alice");
    expect(logins(largest.body)).toEqual(all);
  });

  test("uses the last of repeated values and ignores invalid ones", async ({ emulator }) => {
    const [first = "", second = ""] = logins((await sendRequest(emulator, `GET ${PEOPLE}`, "alice")).body);
    const loginsFor = async (query: string) =>
      logins((await sendRequest(emulator, `GET ${PEOPLE}?${query}`, "alice")).body);
    expect(await loginsFor("per_page=2&page=9&page=2&page=1&per_page=1")).toEqual([first]);
    expect(await loginsFor("page=1&page=2&per_page=1")).toEqual([second]);
    for (const page of ["0", "-1", "1.5", "1e3", "abc", "", "0x10"]) {
      expect(await loginsFor(`per_page=1&page=${page}`)).toEqual([first]);
      expect((await loginsFor(`per_page=${page}`)).slice(0, 2)).toEqual([first, second]);
    }
  });
});

test("links have the ID of the organization or repository, which every operation accepts", async ({ emulator }) => {
  const read = (route: string) => sendRequest(emulator, `GET ${route}`, "alice");
  const idOf = async (route: string) => Reflect.get(Object((await read(route)).body), "id");
  const [organization, repository] = [await idOf("/orgs/acme"), await idOf("/repos/acme/widgets")];
  for (const [list, address] of [
    ["/orgs/acme/repos", `/organizations/${organization}/repos`],
    [PEOPLE, `/repositories/${repository}/collaborators`],
  ]) {
    const query = "per_page=1&page=";
    const { headers } = await read(`${list}?${query}1`);
    expect(headers.get("link")).toContain(`<${emulator.apiUrl}${address}?${query}2>; rel="next"`);
    const second = await read(`${address}?${query}2`);
    expect(second.body).toEqual((await read(`${list}?${query}2`)).body);
    expect(second.headers.get("link")).toContain(`<${emulator.apiUrl}${address}?${query}1>; rel="prev"`);
  }
  const budgets = "settings/billing/budgets";
  expect((await read(`/organizations/${organization}/${budgets}`)).body).toEqual(
    (await read(`/organizations/acme/${budgets}`)).body,
  );
});

describe("lists with numbered pages", () => {
  const test = emulatorTest({ seed: "full" });

  const names = { owner: "acme", repo: "widgets", org: "acme", enterprise: "acme-inc", username: "bob" };
  const values = new Map<string, string>(Object.entries(names));
  const lists = Object.values(catalogue).filter((operation) => {
    const { paging } = definitionOf(operation);
    return operation.method === "GET" && paging?.parameter === "page";
  });

  test("end with an empty page", async ({ emulator }) => {
    let checkedLists = 0;
    for (const { path, route } of lists) {
      const requestPath = wirePath(github, path).replace(/\{([\w-]+)\}/g, (_, name: string) => values.get(name) ?? "1");
      const firstPage = await sendRequest(emulator, `GET ${requestPath}?per_page=1`, "alice");
      const distantPage = await sendRequest(emulator, `GET ${requestPath}?per_page=1&page=1000000`, "alice");
      expect(distantPage.status, route).toBe(firstPage.status);
      if (distantPage.status !== 200) continue;
      checkedLists += 1;
      const items = Array.isArray(distantPage.body)
        ? distantPage.body
        : Object.values(Object(distantPage.body)).find(Array.isArray);
      expect(items, route).toEqual([]);
    }
    expect(checkedLists).toBeGreaterThan(20);
  });
});
