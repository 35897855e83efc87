import { getAuthenticatedUser, getUser } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import { clientFor, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";
import { COMPANY } from "../company.fixture.ts";

const { users } = COMPANY;
const bob = { ...users.bob, two_factor: true, addresses: [{ email: "bob@home.example", main: true }], public_gists: 3 };
const repositories = {
  ...COMPANY.repositories,
  "bob/notes": { private: true, collaborators: { carol: "pull", dave: "push" } },
  "bob/drafts": { private: true, collaborators: { carol: "pull" } },
};
const test = emulatorTest({ seed: { ...COMPANY, users: { ...users, bob }, repositories } });

describe("the authenticated user", () => {
  test("shows private fields with the scope `user`", async ({ emulator }) => {
    expect(await clientFor(emulator, "bob").call(getAuthenticatedUser, {})).toMatchObject({
      login: "bob",
      name: "Bob Baker",
      email: null,
      public_repos: 1,
      public_gists: 3,
      two_factor_authentication: true,
      notification_email: "bob@home.example",
      user_view_type: "private",
      owned_private_repos: 2,
      total_private_repos: 2,
      collaborators: 2,
    });
  });

  test("hides private fields without the scope `user`", async ({ emulator }) => {
    for (const name of ["bob-public", "bob-fine", "bob-app", "mallory"]) {
      const response = await clientFor(emulator, name).call(getAuthenticatedUser, {});
      expect(response).toMatchObject({ user_view_type: "public", blog: "", notification_email: null });
      for (const field of ["two_factor_authentication", "owned_private_repos"]) {
        expect(response).not.toHaveProperty(field);
      }
    }
  });

  test("requires authentication", async ({ emulator }) => {
    expect((await sendRequest(emulator, "GET /user")).status).toBe(401);
    expect((await sendRequest(emulator, "GET /user", "installation")).status).toBe(403);
  });
});

describe("a user", () => {
  test("is public, but the email requires authentication", async ({ emulator }) => {
    expect(await clientFor(emulator, "mallory").call(getUser, { username: "ALICE" })).toMatchObject({
      login: "alice",
      name: "Alice Archer",
      email: "alice@acme.example",
      type: "User",
    });
    const anonymousResponse = await clientFor(emulator).call(getUser, { username: "alice" });
    expect(anonymousResponse.email).toBeNull();
    expect(anonymousResponse).not.toHaveProperty("two_factor_authentication");
  });

  test("can be an organization", async ({ emulator }) => {
    expect(await clientFor(emulator).call(getUser, { username: "acme" })).toMatchObject({
      login: "acme",
      type: "Organization",
      public_repos: 2,
      bio: null,
      hireable: null,
    });
    expect((await sendRequest(emulator, "GET /users/unknown-user")).status).toBe(404);
  });
});
