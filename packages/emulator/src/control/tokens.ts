import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import type { Control, KnownToken } from "../public.ts";
import { createPlanting } from "../seed/planting.ts";
import { SeedProblem } from "../seed/problem.ts";
import { plantToken, readToken } from "../seed/tokens.ts";
import { getAccount } from "../state/accounts.ts";
import { addAppKey, findApp } from "../state/apps.ts";
import { findToken, namedTokens, revokeToken } from "../state/tokens.ts";
import { timestamp } from "../timestamp.ts";
import type { World } from "../world.ts";

type TokenControl = Pick<Control, "createToken" | "revokeToken" | "tokens" | "createAppKey">;

/** Tokens that are made and revoked, and the keys of apps. */
export function createTokenControl(world: World): TokenControl {
  const { db, dialect, now } = world;
  return {
    createToken(name, told) {
      if (name === "") throw new RangeError("A token has to have a name.");
      const start = now();
      const planting = createPlanting(db, dialect, start, new Map());
      try {
        return db.transaction(() => plantToken(planting, name, readToken(name, told), timestamp(start)));
      } catch (error) {
        throw error instanceof SeedProblem ? refused(name, error) : error;
      }
    },
    revokeToken(token) {
      if (!findToken(db, token)) throw new RangeError("There is no such token.");
      revokeToken(db, token, timestamp(now()));
    },
    tokens: () => namedTokens(db).map((token) => ({ ...known(world, token) })),
    async createAppKey(slug) {
      const app = findApp(db, slug);
      if (!app) throw new RangeError(`There is no app ${JSON.stringify(slug)}.`);
      const { publicKey, privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
      addAppKey(db, app.id, String(publicKey.export({ type: "spki", format: "pem" })));
      return String(privateKey.export({ type: "pkcs8", format: "pem" }));
    },
  };
}

function known({ db }: World, token: ReturnType<typeof namedTokens>[number]): KnownToken {
  const { name, kind, user_id, scopes, expires_at, revoked_at } = token;
  const user = user_id === null ? null : getAccount(db, user_id).login;
  return { name, token: token.token, kind, user, scopes, expires_at, revoked_at };
}

/** What is wrong with a token, as a seed would say it, and where in the token. */
function refused(name: string, { path: [, , ...within], message }: SeedProblem): RangeError {
  const place = within.length > 0 ? `${within.join(".")} ` : "";
  return new RangeError(`The token ${JSON.stringify(name)}: ${place}${message.replace(/ in this seed$/, "")}.`);
}
