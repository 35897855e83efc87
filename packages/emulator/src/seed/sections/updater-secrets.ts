import * as z from "zod/mini";
import type { Account } from "../../state/accounts.ts";
import { putSecret } from "../../state/updater-secrets.ts";
import { section } from "../section.ts";

const Secret = z.strictObject({
  value: z.string(),
  visibility: z._default(z.enum(["all", "private", "selected"]), "private"),
  repositories: z._default(z.array(z.string()), []),
});

/** An organization's secrets for the updater, by their names. */
export const updaterSecrets = section(
  z.record(z.string(), Secret),
  (planting, organization: Account, secrets, path) => {
    for (const [name, { value, visibility, repositories }] of Object.entries(secrets)) {
      const ids = repositories.map(
        (repository, index) => planting.repository(repository, [...path, name, "repositories", index]).id,
      );
      putSecret(planting.db, organization.id, { name, value, visibility }, ids, planting.at(undefined));
    }
  },
);
