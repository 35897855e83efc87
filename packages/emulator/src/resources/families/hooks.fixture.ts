import { createPrivateKey } from "node:crypto";
import { SignJWT } from "jose";
import * as z from "zod/mini";
import type { Told } from "../../calling.fixture.ts";

/** The number that an answer has as its `id`. */
export const idIn = ({ body }: Told): number => z.parse(z.object({ id: z.int() }), body).id;

/** A field of each item of a list. */
export function each({ body }: Told, field: string): unknown[] {
  return z.parse(z.array(z.record(z.string(), z.unknown())), body).map((item) => item[field]);
}

/** The ids of a list of deliveries, digit by digit: they are past what a number holds. */
export function idsIn({ text }: Told): string[] {
  return Array.from(text.matchAll(/"id":(\d+)/g), ([, digits = ""]) => digits);
}

/** Where another page is. */
export function pageOf({ headers }: Told, rel: "next" | "prev"): string | undefined {
  return new RegExp(`<([^>]+)>; rel="${rel}"`).exec(headers.get("link") ?? "")?.[1];
}

/** What an app signs itself with. @param claims more than who it is, and for how long, or other than that */
export async function signAs(key: string, issuer: string, now: Date, claims: object = {}): Promise<string> {
  const seconds = Math.floor(now.getTime() / 1000);
  const jwt = new SignJWT({ iss: issuer, iat: seconds - 60, exp: seconds + 540, ...claims });
  return jwt.setProtectedHeader({ alg: "RS256" }).sign(createPrivateKey(key));
}

/** An organization with an owner and a member, an outsider with another, apps and webhooks. */
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
    "star-only": { kind: "classic", user: "alice", scopes: ["public_repo"] },
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
