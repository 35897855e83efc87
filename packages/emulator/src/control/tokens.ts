import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import type { EmulatorContext } from "../emulator-context.ts";
import type { Control, KnownToken } from "../public.ts";
import { createSeedContext } from "../seed/seed-context.ts";
import { SeedError } from "../seed/seed-error.ts";
import { insertToken, parseToken } from "../seed/tokens.ts";
import { getAccount } from "../state/accounts.ts";
import { appKeys, apps } from "../state/apps.ts";
import { findToken, namedTokens, tokens } from "../state/tokens.ts";
import { timestamp } from "../timestamp.ts";

type TokenControl = Pick<Control, "createToken" | "revokeToken" | "tokens" | "createAppKey">;

/** Creates the controls of tokens and app keys. */
export function createTokenControl(context: EmulatorContext): TokenControl {
  const { db, dialect, now, tokenValue } = context;
  return {
    createToken(name, tokenSpec) {
      if (name === "") throw new RangeError("The token's name must not be empty.");
      const createdAt = now();
      const seedContext = createSeedContext(db, dialect, createdAt, tokenValue);
      try {
        return db.transaction(() => insertToken(seedContext, name, parseToken(tokenSpec), timestamp(createdAt)));
      } catch (error) {
        throw error instanceof SeedError ? toRangeError(name, error) : error;
      }
    },
    revokeToken(token) {
      if (!findToken(db, token)) throw new RangeError("The token does not exist.");
      tokens.update(db, { token, revoked_at: null }, { revoked_at: timestamp(now()) });
    },
    tokens: () => namedTokens(db).map((token) => ({ ...toKnownToken(context, token) })),
    async createAppKey(slug) {
      const app = apps.find(db, { slug });
      if (!app) throw new RangeError(`There is no app ${JSON.stringify(slug)}.`);
      const { publicKey, privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
      appKeys.insert(db, { app_id: app.id, public: String(publicKey.export({ type: "spki", format: "pem" })) });
      return String(privateKey.export({ type: "pkcs8", format: "pem" }));
    },
  };
}

function toKnownToken({ db }: EmulatorContext, token: ReturnType<typeof namedTokens>[number]): KnownToken {
  const { name, kind, user_id, scopes, expires_at, revoked_at } = token;
  const user = user_id === null ? null : getAccount(db, user_id).login;
  return { name, token: token.token, kind, user, scopes, expires_at, revoked_at };
}

/** Converts a seed error to an error about the token. */
function toRangeError(name: string, { path, message }: SeedError): RangeError {
  const location = path.length > 0 ? `${path.join(".")} ` : "";
  return new RangeError(`The token ${JSON.stringify(name)}: ${location}${message.replace(/ in this seed$/, "")}.`);
}
