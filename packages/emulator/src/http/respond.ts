import { randomUUID } from "node:crypto";
import type { World } from "../world.ts";
import type { Sent } from "./answer.ts";

/** An answer with what every answer has. @param headers what the call's own circumstances add */
export function respond(world: World, sent: Sent, headers: Readonly<Record<string, string>>): Response {
  return new Response(sent.body.length === 0 ? null : sent.body, {
    status: sent.status,
    headers: {
      ...sent.headers,
      "x-content-type-options": "nosniff",
      [world.dialect.headers.requestId]: randomUUID(),
      ...headers,
    },
  });
}
