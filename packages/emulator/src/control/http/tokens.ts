import * as z from "zod/mini";
import type { Control } from "../../public.ts";
import { ask, BadRequest, tell } from "./route.ts";

/** What a token of a seed is told, under its name. */
const NewToken = z.looseObject({ name: z.string() });

/** A token itself, or what it is called. */
const GoneToken = z.strictObject({ token: z.optional(z.string()), name: z.optional(z.string()) });

function tokenOf(control: Control, { token, name }: z.output<typeof GoneToken>): string {
  const found = token ?? control.tokens().find((known) => known.name === name)?.token;
  if (found !== undefined) return found;
  if (name === undefined) throw new BadRequest('Which token? Say it by "name", or give it as "token".');
  throw new RangeError(`There is no token of the name ${JSON.stringify(name)}.`);
}

export const TOKEN_ROUTES = [
  ask("GET", "/tokens", (control) => ({ tokens: control.tokens() })),
  tell("POST", "/tokens", NewToken, (control, { name, ...token }) => ({ token: control.createToken(name, token) })),
  tell("DELETE", "/tokens", GoneToken, (control, told) => control.revokeToken(tokenOf(control, told))),
  tell("POST", "/app-keys", z.strictObject({ app: z.string() }), async (control, { app }) => ({
    privateKey: await control.createAppKey(app),
  })),
];
