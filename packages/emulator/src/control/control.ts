import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import type { Control } from "../public.ts";
import { addAppKey, findApp } from "../state/apps.ts";
import { everySecret } from "../state/secrets.ts";
import { revokeToken } from "../state/tokens.ts";
import { timestamp } from "../timestamp.ts";
import type { World } from "../world.ts";
import { createRunnerControl } from "./runners.ts";

export function createControl({ db, clock, deliveries, limits }: World): Control {
  return {
    clock,
    createAppKey: async (slug) => {
      const app = findApp(db, slug);
      if (!app) throw new RangeError(`There is no app ${JSON.stringify(slug)}.`);
      const { publicKey, privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
      addAppKey(db, app.id, String(publicKey.export({ type: "spki", format: "pem" })));
      return String(privateKey.export({ type: "pkcs8", format: "pem" }));
    },
    revokeToken: (token) => revokeToken(db, token, timestamp(clock.now())),
    secrets: () => everySecret(db),
    limits: () => limits?.usage(clock.now().getTime()) ?? [],
    runners: createRunnerControl(db, clock),
    settled: () => deliveries.settled(),
  };
}
