import { createPrivateKey } from "node:crypto";
import { SignJWT } from "jose";
import * as z from "zod/mini";
import type { TestResponse } from "../../requests.fixture.ts";

/** Returns the `id` of a response. */
export const responseId = ({ body }: TestResponse): number => z.parse(z.object({ id: z.int() }), body).id;

/** Returns a field of each item of a list response. */
export function fieldValues({ body }: TestResponse, field: string): unknown[] {
  return z.parse(z.array(z.record(z.string(), z.unknown())), body).map((item) => item[field]);
}

/** Returns the delivery ids of a list as strings, because they exceed the safe integers. */
export function deliveryIds({ text }: TestResponse): string[] {
  return Array.from(text.matchAll(/"id":(\d+)/g), ([, digits = ""]) => digits);
}

/** Returns the link to another page. */
export function pageLink({ headers }: TestResponse, rel: "next" | "prev"): string | undefined {
  return new RegExp(`<([^>]+)>; rel="${rel}"`).exec(headers.get("link") ?? "")?.[1];
}

/**
 * Signs a JWT for an app.
 * @param claims further or overriding claims
 */
export async function signAppJwt(key: string, issuer: string, now: Date, claims: object = {}): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000);
  const jwt = new SignJWT({ iss: issuer, iat: seconds - 60, exp: seconds + 540, ...claims });
  return jwt.setProtectedHeader({ alg: "RS256" }).sign(createPrivateKey(key));
}

/** An organization with an owner and a member, an outsider with another organization, apps and webhooks. */
export const SEED = {
  users: { alice: {}, bob: {}, mallory: {} },
  organizations: {
    acme: { members: { alice: "owner", bob: "member" } },
    other: { members: { mallory: "owner" } },
  },
  enterprises: { "acme-inc": { organizations: ["acme"] } },
  repositories: {
    "acme/widgets": { collaborators: { bob: "push" } },
    "acme/gears": { private: true },
    "alice/own": { private: true },
    "other/things": {},
  },
  apps: {
    robot: { owner: "acme", events: ["star", "watch"], installations: { acme: {} } },
    spare: { owner: "other", installations: {} },
  },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: "all" },
    bob: { kind: "classic", user: "bob", scopes: "all" },
    mallory: { kind: "classic", user: "mallory", scopes: "all" },
    "org-reader": { kind: "classic", user: "alice", scopes: ["read:org"] },
    oauth: { kind: "oauth", user: "alice", scopes: "all", app: "robot" },
    "other-oauth": { kind: "oauth", user: "alice", scopes: "all" },
    reader: {
      kind: "fine-grained",
      user: "alice",
      permissions: { repository_hooks: "read", organization_hooks: "read" },
    },
    writer: {
      kind: "fine-grained",
      user: "alice",
      permissions: { repository_hooks: "write", organization_hooks: "write" },
    },
    installation: { kind: "installation", app: "robot", account: "acme", permissions: "all" },
    workflow: { kind: "workflow", repository: "acme/widgets", permissions: "all" },
  },
} as const;
