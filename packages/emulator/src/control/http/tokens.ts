import * as z from "zod/mini";
import type { Control } from "../../public.ts";
import { BadRequestError, bodilessRoute, bodyRoute } from "./route.ts";

/** A token as specified in a seed, with its name. */
const TokenToCreateSchema = z.looseObject({ name: z.string() });

/** Identifies a token by its value or name. */
const TokenToRevokeSchema = z.strictObject({ token: z.optional(z.string()), name: z.optional(z.string()) });

function tokenOf(control: Control, { token, name }: z.output<typeof TokenToRevokeSchema>): string {
  const found = token ?? control.tokens().find((candidate) => candidate.name === name)?.token;
  if (found !== undefined) return found;
  if (name === undefined) throw new BadRequestError('The body must have "name" or "token".');
  throw new RangeError(`There is no token named ${JSON.stringify(name)}.`);
}

export const TOKEN_ROUTES = [
  bodilessRoute("GET", "/tokens", (control) => ({ tokens: control.tokens() })),
  bodyRoute("POST", "/tokens", TokenToCreateSchema, (control, { name, ...token }) => ({
    token: control.createToken(name, token),
  })),
  bodyRoute("DELETE", "/tokens", TokenToRevokeSchema, (control, body) => control.revokeToken(tokenOf(control, body))),
  bodilessRoute("GET", "/apps", (control) => ({ apps: control.apps() })),
  bodyRoute("POST", "/app-keys", z.strictObject({ app: z.string() }), async (control, { app }) => ({
    privateKey: await control.createAppKey(app),
  })),
];
